import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { interleave, measure, median } from './lib/measure.mjs';
import { tell } from './lib/rows.mjs';
import { ms, printTable, ratio } from './lib/table.mjs';
import { repliesOf } from './turns/work.mjs';

const here = fileURLToPath(new URL('./turns/', import.meta.url));

/** Lengths of conversations with the size of a result, and the highest ratios that are wanted against the loop over the SDK. */
const CASES = [
  { id: '200', name: '200 turns with short results', turns: 200, aim: 0.9, memoryAim: 0.7 },
  { id: '1000', name: '1,000 turns with short results', turns: 1000, aim: 0.5, memoryAim: 0.7 },
  { id: '1000.long', name: '1,000 turns with results of 40 lines', turns: 1000, pages: 'long', aim: 0.5, memoryAim: 0.7 },
];
const LAST = 50;
/** A key as long as keys are: a short one would be found in the records of a session and replaced there. */
const KEY = 'sk-bench-0123456789abcdefghijklmnopqrstuvwxyz';
const SDK = 'SDK loop, bundled';
const OWN = 'loadout';

async function bundled(folder) {
  const outfile = join(folder, 'sdk.mjs');
  const banner = { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' };
  await build({ entryPoints: [join(here, 'sdk.mjs')], bundle: true, platform: 'node', format: 'esm', outfile, banner });
  return outfile;
}

/** Sessions inside one process: what a turn costs at the end of a long conversation, and the memory of all of it. */
export async function turnsBench({ rounds }) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-turns-'));
  try {
    mkdirSync(join(folder, 'home'));
    const env = { PATH: process.env.PATH, HOME: join(folder, 'home'), ANTHROPIC_API_KEY: KEY };
    const scripts = { 'raw HTTP loop': join(here, 'raw.mjs'), [SDK]: await bundled(folder), [OWN]: join(here, 'loadout.mjs') };
    for (const one of CASES) {
      const contenders = Object.entries(scripts).map(([name, script]) => ({
        name,
        run: () =>
          measure({ argv: [script], env: { ...env, BENCH_PAGES: one.pages }, cwd: folder, replies: repliesOf(one.turns) }),
      }));
      report(one, await interleave(contenders, { rounds: Math.max(3, Math.ceil(rounds / 3)) }));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report({ id, name, turns, aim, memoryAim }, results) {
  const last = (of) => median(results.get(of).flatMap((result) => result.turns.slice(-LAST)));
  const mean = (of) => median(results.get(of).map((result) => result.turns.reduce((sum, one) => sum + one, 0) / turns));
  const exit = (of) => median(results.get(of).map((result) => result.exit));
  const peak = (of) => median(results.get(of).map((result) => result.peakMb));
  printTable(
    `${name}, one call each, in one process: last byte of an answer to the next request`,
    ['', 'mean ms', 'x SDK', `last ${LAST}, ms`, 'x SDK', 'answer to exit, ms', 'x SDK', 'peak MB', 'x SDK'],
    [...results.keys()].map((of) => [
      of,
      ...[mean, last, exit, peak].flatMap((figure) => [ms(figure(of)), ratio(figure(of), figure(SDK))]),
    ]),
  );
  const against = (figure) => ({ value: figure(OWN), floor: figure(SDK) });
  tell({ id: `turns.${id}`, name: `A turn at the end of ${name}, against the SDK's loop`, ...against(last), aim });
  tell({
    id: `turns.${id}.memory`,
    name: `Peak memory of ${name}, against the SDK's loop`,
    ...against(peak),
    aim: memoryAim,
    unit: 'MB',
  });
}
