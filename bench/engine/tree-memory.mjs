import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 20;

/** Looks at a process and all that it starts. What each ever had is added up: the kernel keeps the highest value. */
export function watchTree(pid) {
  const peaks = new Map();
  const look = () => {
    for (const one of treeOf(pid)) peaks.set(one, Math.max(peaks.get(one) ?? 0, statusOf(one, 'VmHWM')));
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    /** In MB, until now. */
    peak() {
      look();
      return [...peaks.values()].reduce((sum, value) => sum + value, 0) / 1024;
    },
    /** In MB, of all processes that live at this moment. */
    now: () => treeOf(pid).reduce((sum, one) => sum + statusOf(one, 'VmRSS'), 0) / 1024,
    stop: () => clearInterval(timer),
  };
}

function treeOf(pid) {
  return [pid, ...childrenOf(pid).flatMap(treeOf)];
}

/** Children of a process. A process that is gone, or a kernel that lists none, counts as no children. */
function childrenOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

function statusOf(pid, field) {
  try {
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
