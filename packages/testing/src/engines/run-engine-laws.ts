import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from '../checks/check.js';
import type { EngineUnderTest, EngineWorker } from './engine-cases.js';
import { effectsOf, STEPS } from './engine-project.js';

type Law = (engine: EngineUnderTest) => Promise<Problem>;
type Approving = EngineUnderTest & { readonly approvals: NonNullable<EngineUnderTest['approvals']> };

/** Kills the worker with SIGKILL in every step, and starts the next worker, until the run ends. */
export const surviveKills =
  (moment: 'before' | 'after', agent = 'steps'): Law =>
  async (engine) => {
    for (let step = 1; step <= STEPS; step += 1) writeFileSync(join(engine.dir, `${moment}-${step}`), '');
    const run = await engine.submit(agent);
    const { outcome, text } = await untilEnd(engine, run);
    if (outcome !== 'success' || text !== 'All done.') return `the run ended with ${outcome}: ${text}`;
    return problemOf(engine.dir, moment);
  };

/** Starts workers one after the other until the run ends. */
async function untilEnd(engine: EngineUnderTest, run: string) {
  const end = engine.result(run);
  for (;;) {
    const worker = await engine.work();
    const over = await Promise.race([end, worker.ended.then(() => undefined)]);
    if (over !== undefined) return over;
  }
}

/** An odd step has an effect at most once; an even step may repeat it, with the same id. */
function problemOf(dir: string, moment: 'before' | 'after'): Problem {
  const effects = effectsOf(dir);
  for (let step = 1; step <= STEPS; step += 1) {
    const ids = effects.get(step) ?? [];
    const isOnce = step % 2 === 1;
    if (isOnce && ids.length > 1) return `the effect of step ${step} happened ${ids.length} times`;
    if (new Set(ids).size > 1) return `the effect of step ${step} has the ids ${ids.join(', ')}`;
    if (ids.length === 0 && !(isOnce && moment === 'before')) return `step ${step} had no effect`;
  }
  return undefined;
}

export const readLarge: Law = async (engine) => {
  const run = await engine.submit('large');
  await engine.work();
  const { outcome, text } = await engine.result(run);
  if (outcome !== 'success') return `the run ended with ${outcome}: ${text}`;
  return effectsOf(engine.dir).size === 1 ? undefined : 'the step after the large result had no effect';
};

export const approveWithoutWorker = async (engine: Approving): Promise<Problem> => {
  const run = await engine.submit('single');
  await kill(await engine.work(), () => engine.approvals.waiting(run));
  if (effectsOf(engine.dir).size > 0) return 'the call ran before it was allowed';
  await engine.approvals.approve(run);
  const twice = await engine.approvals.approve(run).then(
    () => 'the same call was allowed twice',
    () => undefined,
  );
  if (twice !== undefined) return twice;
  await engine.work();
  const { outcome } = await engine.result(run);
  if (outcome !== 'success') return `the run ended with ${outcome}`;
  const count = effectsOf(engine.dir).get(1)?.length ?? 0;
  return count === 1 ? undefined : `the allowed call had ${count} effects`;
};

export const cancelInTool = async (
  engine: EngineUnderTest & { readonly cancel: (run: string) => Promise<void> },
): Promise<Problem> => {
  const run = await engine.submit('hold');
  const worker = await engine.work();
  const child = await until(() => readChild(engine.dir));
  await engine.cancel(run);
  await until(() => (isAlive(child) ? undefined : true));
  return isAlive(worker.pid) ? undefined : 'the worker ended with the run';
};

export const refuseOtherPlan = async (
  engine: Approving & { readonly refused: (run: string) => Promise<void> },
): Promise<Problem> => {
  const file = join(engine.dir, 'agent.config.yaml');
  const before = readFileSync(file, 'utf8');
  const run = await engine.submit('single');
  await kill(await engine.work(), () => engine.approvals.waiting(run));
  writeFileSync(file, before.replaceAll('instructions: Work.', 'instructions: Do something else.'));
  await engine.approvals.approve(run);
  await kill(await engine.work(), () => engine.refused(run));
  if (effectsOf(engine.dir).size > 0) return 'a worker with another plan ran the call';
  writeFileSync(file, before);
  await engine.work();
  const { outcome } = await engine.result(run);
  return outcome === 'success' ? undefined : `the run ended with ${outcome}`;
};

export const surviveRestart = async (engine: Approving & { readonly restart: () => Promise<void> }): Promise<Problem> => {
  const run = await engine.submit('single');
  await engine.work();
  await engine.approvals.waiting(run);
  await engine.restart();
  await engine.approvals.approve(run);
  const { outcome } = await engine.result(run);
  const count = effectsOf(engine.dir).get(1)?.length ?? 0;
  return outcome === 'success' && count === 1 ? undefined : `the run ended with ${outcome} and ${count} effects`;
};

/** Kills a worker after the moment that is waited for. */
async function kill(worker: EngineWorker, moment: () => Promise<void>): Promise<void> {
  await moment();
  process.kill(worker.pid, 'SIGKILL');
  await worker.ended;
}

const POLL_MS = 20;

/** Looks again and again until there is a value. The test's own time limit ends it. */
async function until<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await pause(POLL_MS);
  }
}

function readChild(dir: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dir, 'child'), 'utf8'));
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
