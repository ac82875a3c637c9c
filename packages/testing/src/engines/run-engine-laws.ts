import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { effectsOf, type Moment, problemOfSteps, untilEnd } from './effects.js';
import type { Law, With } from './engine-cases.js';
import { clockOf, STEPS } from './engine-project.js';
import { killWhen } from './until.js';

/** Kills the worker with SIGKILL in every step, and starts the next worker, until the run ends. */
export const surviveKills =
  (moment: Moment, agent = 'steps'): Law =>
  async (engine) => {
    killInEachStep(engine.dir, moment);
    const { outcome, text } = await untilEnd(engine, await engine.submit(agent));
    if (outcome !== 'success' || text !== 'All done.') return `the run ended with ${outcome}: ${text}`;
    return problemOfSteps(engine.dir, moment);
  };

const AN_HOUR = 3_600_000;

/** Kills the worker in every step. The clocks of the workers are wrong by an hour: one is fast, the next is slow. */
export const surviveClocks: Law = async (engine) => {
  killInEachStep(engine.dir, 'after');
  const wishes = (number: number) => ({ env: clockOf(engine.dir, number % 2 === 0 ? AN_HOUR : -AN_HOUR) });
  const { outcome, text } = await untilEnd(engine, await engine.submit('steps'), wishes);
  if (outcome !== 'success' || text !== 'All done.') return `the run ended with ${outcome}: ${text}`;
  return problemOfSteps(engine.dir, 'after');
};

function killInEachStep(dir: string, moment: Moment): void {
  for (let step = 1; step <= STEPS; step += 1) writeFileSync(join(dir, `${moment}-${step}`), '');
}

export const readLarge: Law = async (engine) => {
  const run = await engine.submit('large');
  await engine.work();
  const { outcome, text } = await engine.result(run);
  if (outcome !== 'success') return `the run ended with ${outcome}: ${text}`;
  return effectsOf(engine.dir).size === 1 ? undefined : 'the step after the large result had no effect';
};

export const surviveRestart: Law<With<'approvals' | 'restart'>> = async (engine) => {
  const run = await engine.submit('single');
  await engine.work();
  await engine.approvals.waiting(run);
  await engine.restart();
  await engine.approvals.approve(run);
  const { outcome } = await engine.result(run);
  const count = effectsOf(engine.dir).get(1)?.length ?? 0;
  return outcome === 'success' && count === 1 ? undefined : `the run ended with ${outcome} and ${count} effects`;
};

/** Kills a worker while its run waits, and starts another one at another address. */
export const takeOverElsewhere: Law<With<'approvals'>> = async (engine) => {
  const run = await engine.submit('single');
  await killWhen(await engine.work(), () => engine.approvals.waiting(run));
  await engine.work({ elsewhere: true });
  await engine.approvals.approve(run);
  const { outcome } = await engine.result(run);
  const count = effectsOf(engine.dir).get(1)?.length ?? 0;
  return outcome === 'success' && count === 1 ? undefined : `the run ended with ${outcome} and ${count} effects`;
};
