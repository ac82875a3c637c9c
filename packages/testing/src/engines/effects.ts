import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../checks/check.js';
import type { EngineEnd, EngineUnderTest, WorkerWishes } from './engine-cases.js';
import { STEPS } from './engine-project.js';

export type Moment = 'before' | 'after';

/** Starts workers one after the other until the run ends. `wishes` says how the worker of a number differs. */
export async function untilEnd(
  engine: EngineUnderTest,
  run: string,
  wishes: (number: number) => WorkerWishes = () => ({}),
): Promise<EngineEnd> {
  const end = engine.result(run);
  for (let number = 0; ; number += 1) {
    const worker = await engine.work(wishes(number));
    const over = await Promise.race([end, worker.ended.then(() => undefined)]);
    if (over !== undefined) return over;
  }
}

/** The effects so far: the ids of the calls that had an effect, by step. */
export function effectsOf(dir: string): ReadonlyMap<number, readonly string[]> {
  const file = join(dir, 'effects');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const effects = new Map<number, string[]>();
  for (const line of lines) {
    const [step, id = ''] = line.split(' ');
    effects.set(Number(step), [...(effects.get(Number(step)) ?? []), id]);
  }
  return effects;
}

/** An odd step has an effect at most once; an even step may repeat it, with the same id. */
export function problemOfSteps(dir: string, moment: Moment): Problem {
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
