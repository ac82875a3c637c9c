import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { startMockApi } from '../../packages/testing/dist/index.js';

/**
 * One whole process against a mock API of its own, seen from outside: when it started, when each request came, when each
 * answer had been sent, when it ended, how much memory it ever had. `of` returns the command of another program for the address of the
 * API, with the variables that it needs.
 */
export async function measure({ argv, env, replies, cwd, wire, of = (url) => nodeWith(argv, url) }) {
  let child;
  let startCpu;
  const answer = (...asked) => {
    startCpu ??= processorMs(child.pid);
    return replies(...asked);
  };
  const api = await startMockApi({ replies: answer, validate: false, keepBodies: false, wire });
  const { command, args, variables } = of(api.url);
  try {
    const started = performance.now();
    child = spawn(command, args, { cwd, env: { ...env, ...variables }, stdio: ['ignore', 'ignore', 'pipe'] });
    const errors = [];
    child.stderr.on('data', (chunk) => errors.push(chunk));
    const memory = watchMemory(child.pid);
    const code = await new Promise((resolve) => child.on('exit', resolve));
    const ended = performance.now();
    if (code !== 0)
      throw new Error(`${[command, ...args].join(' ')} ended with ${code}: ${Buffer.concat(errors).toString().slice(-2000)}`);
    const { requests } = api;
    return {
      start: (requests[0]?.receivedAt ?? ended) - started,
      // Processor time of all threads until then; `undefined` where the kernel does not tell.
      startCpu,
      whole: ended - started,
      // From the last byte of an answer to the arrival of the next request: what the client adds to a turn.
      turns: requests.slice(1).map((request, index) => request.receivedAt - requests[index].answeredAt),
      exit: requests.length === 0 ? 0 : ended - requests.at(-1).answeredAt,
      peakMb: memory.stop() / 1024,
    };
  } finally {
    await api.close();
  }
}

const nodeWith = (argv, url) => ({ command: process.execPath, args: argv, variables: { ANTHROPIC_BASE_URL: url } });

/** Nanoseconds for each thread that runs still. */
function processorMs(pid) {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`).map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8'));
    return tasks.reduce((sum, task) => sum + Number(task.split(' ')[0]), 0) / 1e6;
  } catch {
    return undefined;
  }
}

/** The kernel keeps the highest value; it only has to be read before the process is gone. */
function watchMemory(pid) {
  let peak = 0;
  const look = () => {
    try {
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0));
    } catch {
      // Gone, or not Linux: what was seen last stands.
    }
  };
  const timer = setInterval(look, 10);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/**
 * Runs every contender once per round, in turn, so that a machine whose speed drifts is slow for all of them. The command is warm at the third start in
 * a home: the second one stores the plan.
 */
export async function interleave(contenders, { rounds, warmup = 2 }) {
  const results = new Map(contenders.map(({ name }) => [name, []]));
  for (let round = -warmup; round < rounds; round++) {
    for (const { name, run } of contenders) {
      const result = await run();
      if (round >= 0) results.get(name).push(result);
    }
  }
  return results;
}
