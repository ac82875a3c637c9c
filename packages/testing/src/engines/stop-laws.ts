import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemOfSteps, untilEnd } from './effects.js';
import type { Law } from './engine-cases.js';
import { STEPS } from './engine-project.js';
import { until } from './until.js';

/** Two steps before their effect, two after, and so on: calls that must not run twice and calls that may are stopped at both. */
const MOMENTS = Array.from({ length: STEPS }, (_, index) => `${index % 4 < 2 ? 'before' : 'after'}-${index + 1}`);

/** Stops the worker in every step. Only the end of a stopped worker lets the next one start, so the engine must end it. */
export const surviveStops: Law = async (engine) => {
  for (const moment of MOMENTS) stopAt(engine.dir, moment);
  const { outcome, text } = await untilEnd(engine, await engine.submit('steps'));
  if (outcome !== 'success' || text !== 'All done.') return `the run ended with ${outcome}: ${text}`;
  return problemOfSteps(engine.dir, 'before');
};

/** Stops the worker in every step. Another worker may not go on, and the stopped one does when it is continued. */
export const keepWhileStopped: Law = async (engine) => {
  for (const moment of MOMENTS) stopAt(engine.dir, moment);
  const end = engine.result(await engine.submit('steps'));
  const worker = await engine.work();
  for (const moment of MOMENTS) {
    await untilStopped(engine.dir, moment);
    await (await engine.work()).ended;
    goOn(engine.dir, moment);
    process.kill(worker.pid, 'SIGCONT');
  }
  const { outcome, text } = await end;
  if (outcome !== 'success' || text !== 'All done.') return `the run ended with ${outcome}: ${text}`;
  return problemOfSteps(engine.dir, 'after');
};

/**
 * Stops two workers with all their processes, as a machine does that freezes: first in a call that must not run twice, then in one that may. Others
 * go on at other addresses. When the machines continue, the call that was under way may have its effect late, and nothing follows.
 */
export const surviveFrozenMachines: Law = async (engine) => {
  const moments = ['before-3', 'before-6'];
  for (const moment of moments) stopAt(engine.dir, moment);
  const end = engine.result(await engine.submit('steps'));
  const frozen: { readonly ended: Promise<void>; thaw(): void }[] = [];
  try {
    for (const moment of moments) {
      const { pid, ended } = await engine.work({ elsewhere: true });
      await untilStopped(engine.dir, moment);
      frozen.push({ ended, thaw: freeze(pid) });
    }
    await engine.work({ elsewhere: true });
    const { outcome, text } = await end;
    if (outcome !== 'success' || text !== 'All done.') return `the run ended with ${outcome}: ${text}`;
    for (const moment of moments) goOn(engine.dir, moment);
  } finally {
    for (const { thaw } of frozen) thaw();
  }
  await Promise.all(frozen.map(({ ended }) => ended));
  return problemOfSteps(engine.dir, 'before');
};

const stopAt = (dir: string, moment: string) => writeFileSync(join(dir, `stop-${moment}`), '');
const goOn = (dir: string, moment: string) => writeFileSync(join(dir, `go-${moment}`), '');
const untilStopped = (dir: string, moment: string) =>
  until(() => (existsSync(join(dir, `stopped-${moment}`)) ? true : undefined));

/** Stops a process and all processes under it. Returns the function that continues them. */
function freeze(pid: number): () => void {
  const tree = [pid, ...under(pid)];
  for (const one of tree) process.kill(one, 'SIGSTOP');
  return () => {
    for (const one of tree) process.kill(one, 'SIGCONT');
  };
}

/** Returns the processes under a process. */
function under(pid: number): readonly number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const childrenOf = (parent: number): readonly number[] =>
    pairs.flatMap(([child = 0, its]) => (its === parent ? [child, ...childrenOf(child)] : []));
  return childrenOf(pid);
}
