import { spawnSync } from 'node:child_process';
import { succeeds } from './approval-laws.js';
import { readChild } from './child-laws.js';
import { effectsOf } from './effects.js';
import type { Law, With } from './engine-cases.js';
import { killWhen, until } from './until.js';

/** Cancels a run while its call waits for a child process. */
export const cancelInTool: Law<With<'cancel'>> = async (engine) => {
  const run = await engine.submit('hold');
  const worker = await engine.work();
  const child = await until(() => readChild(engine.dir));
  await engine.cancel(run);
  await until(() => (isAlive(child) ? undefined : true));
  const { outcome } = await engine.result(run);
  if (outcome !== 'cancelled') return `the run ended with ${outcome}`;
  return isAlive(worker.pid) ? undefined : 'the worker ended with the run';
};

/** Cancels a run that waits for an answer, once with a worker and once without. An answer after the cancellation changes nothing. */
export const cancelWhileWaiting: Law<With<'approvals' | 'cancel'>> = async (engine) => {
  const first = await engine.submit('single');
  const worker = await engine.work();
  await engine.approvals.waiting(first);
  await engine.cancel(first);
  const { outcome } = await engine.result(first);
  if (outcome !== 'cancelled') return `the run ended with ${outcome}`;
  if (await succeeds(engine.approvals.approve(first))) return 'a cancelled run took an approval';
  const second = await engine.submit('single');
  await killWhen(worker, () => engine.approvals.waiting(second));
  await engine.cancel(second);
  await succeeds(engine.approvals.approve(second));
  await engine.work();
  const end = await engine.result(second);
  if (end.outcome !== 'cancelled') return `the run that was cancelled without a worker ended with ${end.outcome}`;
  return effectsOf(engine.dir).size === 0 ? undefined : 'a cancelled run had an effect';
};

/** Cancels a run before any worker is there, and one that waits for a place in a worker. */
export const cancelWhileQueued: Law<With<'cancel'>> = async (engine) => {
  const early = await engine.submit('steps');
  await engine.cancel(early);
  await engine.work({ concurrency: 1 });
  const before = await engine.result(early);
  if (before.outcome !== 'cancelled') return `the run without a worker ended with ${before.outcome}: ${before.text}`;
  const holding = await engine.submit('hold');
  await until(() => readChild(engine.dir));
  const waiting = await engine.submit('steps');
  await engine.cancel(waiting);
  const behind = await engine.result(waiting);
  if (behind.outcome !== 'cancelled') return `the run behind another one ended with ${behind.outcome}: ${behind.text}`;
  await engine.cancel(holding);
  return effectsOf(engine.dir).size === 0 ? undefined : 'a cancelled run had an effect';
};

/** Returns whether a process runs. One that has ended and that nobody has collected is in state Z, and does nothing any more. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout !== '' && !stdout.startsWith('Z');
}
