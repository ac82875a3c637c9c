import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tell } from './lib/rows.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The waits of a developer in a fresh clone, in this order, and the most seconds of each on two cores. */
const STEPS = [
  { id: 'suite.install', words: ['npm', 'ci'], seconds: 30 },
  { id: 'suite.test', words: ['npm', 'test'], seconds: 120 },
  { id: 'suite.check', words: ['npm', 'run', 'check'], seconds: 240 },
];

/** The commands of a developer in a fresh clone of the last commit. It takes a quarter of an hour, and needs the machine for itself. */
export function suiteBench() {
  const parent = mkdtempSync(join(tmpdir(), 'loadout-bench-suite-'));
  try {
    const clone = join(parent, 'clone');
    finish(['git', 'clone', '--quiet', ROOT, clone], parent);
    for (const { id, words, seconds } of STEPS) {
      const started = performance.now();
      finish(words, clone);
      const took = (performance.now() - started) / 1000;
      console.log(`${words.join(' ')}: ${took.toFixed(0)} s`);
      tell({
        id,
        name: `${words.join(' ')} in a fresh clone, against ${seconds} s`,
        value: took,
        floor: seconds,
        aim: 1,
        unit: 's',
      });
    }
  } finally {
    rmSync(parent, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Runs a command on the Node of this bench to its end. A failed one shows its last lines. */
function finish([program, ...args], cwd) {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };
  const { status, error, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status === 0) return;
  const lines = `${stdout ?? ''}${stderr ?? ''}`.trimEnd().split('\n').slice(-30);
  throw new Error(`${program} ${args.join(' ')} ended with ${error?.message ?? status}:\n${lines.join('\n')}`);
}
