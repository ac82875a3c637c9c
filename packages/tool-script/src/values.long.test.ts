import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { inBubblewrap } from '../../shell-rules/fuzz/lib/in-bubblewrap.mjs';
import { BAD } from '../../shell-rules/src/names/bad-texts.fixture.js';
import { GOOD } from '../../shell-rules/src/names/good-texts.fixture.js';

/** The number of values, and the seed that repeats a run: LOADOUT_FUZZ_VALUES=100000 LOADOUT_FUZZ_SEED=7. */
const count = Number(process.env.LOADOUT_FUZZ_VALUES ?? 4_000);
const seed = Number(process.env.LOADOUT_FUZZ_SEED ?? 20261128);

it(`no value does anything beyond its argument: ${count} values, seed ${seed}`, () => {
  const texts = JSON.stringify([...GOOD, ...BAD.map(([text]) => text)]);
  const driver = fileURLToPath(new URL('../fuzz/values.mjs', import.meta.url));
  const { counts, failures } = inBubblewrap(driver, [count, seed, texts]) as {
    counts: Record<string, number>;
    failures: string[];
  };
  expect(failures).toEqual([]);
  const { run = 0, script = 0, shell = 0, texts: tried = 0, refused, accepted } = counts;
  expect(refused).toBe(0);
  expect(run + script + shell + tried).toBeGreaterThanOrEqual(count);
  expect(accepted).toBeGreaterThan(0);
});
