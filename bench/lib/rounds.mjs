import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './measure.mjs';

/** The median of each contender's runs, by its label. The contenders run in turn, each time in a folder of its own; one round warms up. */
export async function medianOfRounds(contenders, { rounds, run }) {
  const times = new Map(contenders.map(({ label }) => [label, []]));
  for (let round = 0; round <= rounds; round++)
    for (const contender of contenders) {
      const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'loadout-bench-'));
      const took = await run(folder, contender);
      rmSync(folder, { recursive: true, force: true });
      if (round > 0) times.get(contender.label).push(took);
    }
  return (label) => median(times.get(label));
}
