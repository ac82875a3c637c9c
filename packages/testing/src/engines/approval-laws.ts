import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { effectsOf } from './effects.js';
import type { Law, With } from './engine-cases.js';
import { killWhen } from './until.js';

export const approveWithoutWorker: Law<With<'approvals'>> = async (engine) => {
  const run = await engine.submit('single');
  await killWhen(await engine.work(), () => engine.approvals.waiting(run));
  if (effectsOf(engine.dir).size > 0) return 'the call ran before it was allowed';
  await engine.approvals.approve(run);
  if (await succeeds(engine.approvals.approve(run))) return 'the same call was allowed twice';
  await engine.work();
  const { outcome } = await engine.result(run);
  if (outcome !== 'success') return `the run ended with ${outcome}`;
  const count = effectsOf(engine.dir).get(1)?.length ?? 0;
  return count === 1 ? undefined : `the allowed call had ${count} effects`;
};

/** Changes the input of the call, by a hook, after the call was allowed. */
export const askAgainAfterChange: Law<With<'approvals'>> = async (engine) => {
  const run = await engine.submit('single');
  await killWhen(await engine.work(), () => engine.approvals.waiting(run));
  await engine.approvals.approve(run);
  writeFileSync(join(engine.dir, 'step'), '7');
  await engine.work();
  // The old question was answered, so only a new one can be allowed.
  await engine.approvals.waiting(run);
  if (effectsOf(engine.dir).size > 0) return 'a call ran with an input that nobody allowed';
  await engine.approvals.approve(run);
  const { outcome } = await engine.result(run);
  const steps = [...effectsOf(engine.dir).keys()].join(', ');
  return outcome === 'success' && steps === '7' ? undefined : `the run ended with ${outcome} and effects in the steps ${steps}`;
};

export const refuseOtherPlan: Law<With<'approvals' | 'refused'>> = async (engine) => {
  const file = join(engine.dir, 'agent.config.yaml');
  const before = readFileSync(file, 'utf8');
  const run = await engine.submit('single');
  await killWhen(await engine.work(), () => engine.approvals.waiting(run));
  writeFileSync(file, before.replaceAll('instructions: Work.', 'instructions: Do something else.'));
  await engine.approvals.approve(run);
  await killWhen(await engine.work(), () => engine.refused(run));
  if (effectsOf(engine.dir).size > 0) return 'a worker with another plan ran the call';
  writeFileSync(file, before);
  await engine.work();
  const { outcome } = await engine.result(run);
  return outcome === 'success' ? undefined : `the run ended with ${outcome}`;
};

export const succeeds = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  );
