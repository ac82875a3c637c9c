import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLS, MESSAGES } from './cutting-model.js';
import { effectsOf, untilEnd } from './effects.js';
import type { Law } from './engine-cases.js';

/** Breaks off a message of the model before its first block and behind each, and compares the effects with the conversation. */
export const surviveBrokenMessages =
  (way: 'cut' | 'kill'): Law =>
  async (engine) => {
    writeFileSync(join(engine.dir, 'break'), way);
    const { outcome, text } = await untilEnd(engine, await engine.submit('cutting'));
    if (outcome !== 'success' || text !== 'All done.') return `the run ended with ${outcome}: ${text}`;
    const effects = effectsOf(engine.dir);
    const known = readFileSync(join(engine.dir, 'known'), 'utf8').split('\n');
    for (let step = 1; step <= MESSAGES * CALLS.length; step += 1) {
      const ids = effects.get(step) ?? [];
      if (ids.length !== 1) return `the effect of step ${step} has the ids ${ids.join(', ') || 'of no call'}`;
      if (!known.includes(`${step} ${ids[0]}`)) return `the conversation does not know the effect of step ${step}, of ${ids[0]}`;
    }
    return undefined;
  };
