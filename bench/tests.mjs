import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './lib/measure.mjs';
import { ms, printTable, ratio } from './lib/table.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const TESTS = 100;
const MOST_SECONDS = 5;
const TURNS = [{ tools: [{ Read: { file_path: 'a.txt' } }, { Glob: { pattern: '*.txt' } }] }, { text: 'Done.' }];

/** A folder with an agent, its script, and as many tests of the same script. */
function folderWith(parent, count) {
  const folder = join(parent, String(count));
  mkdirSync(join(folder, 'home'), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(root, 'node_modules/@loadout'), join(folder, 'node_modules/@loadout'));
  const tests = Array.from({ length: count }, (_, index) => ({
    name: `test ${index}`,
    prompt: 'Go.',
    workspace: { files: { 'a.txt': 'a\n' } },
    model: { script: TURNS },
    expect: { calls: ['Read', 'Glob'], text: 'Done.' },
  }));
  const config = {
    plugins: { fs: '@loadout/tool-fs' },
    providers: { script: { use: '@loadout/model-script', options: { turns: TURNS } } },
    agents: { a: { model: 'script/bench', instructions: 'Work.', tools: ['Read', 'Glob'] } },
    tests,
  };
  writeFileSync(join(folder, 'a.txt'), 'a\n');
  writeFileSync(join(folder, 'agent.config.yaml'), JSON.stringify(config, undefined, 2));
  return folder;
}

function timed(cwd, args) {
  const env = { PATH: process.env.PATH, HOME: join(cwd, 'home') };
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'packages/cli/bin/loadout.js'), ...args], { cwd, env });
  if (status !== 0) throw new Error(String(stderr));
  return performance.now() - start;
}

/** Tests of a script, against as many runs of the same script, each a process of its own. */
export async function testsBench({ rounds }) {
  const parent = mkdtempSync(join(tmpdir(), 'loadout-bench-'));
  try {
    const [one, many] = [folderWith(parent, 1), folderWith(parent, TESTS)];
    const contenders = {
      run: () => timed(one, ['run', 'Go.']),
      one: () => timed(one, ['test']),
      many: () => timed(many, ['test']),
    };
    const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) for (const [name, run] of Object.entries(contenders)) times[name].push(run());
    const [run, first, all] = ['run', 'one', 'many'].map((name) => median(times[name]));
    const each = (all - first) / (TESTS - 1);
    printTable(
      `${TESTS} tests of a script, ${rounds} rounds; aim: at most ${MOST_SECONDS} s on two cores`,
      ['', 'ms', 'x one run'],
      [
        ['one loadout run', ms(run), ratio(run, run)],
        ['loadout test with one test', ms(first), ratio(first, run)],
        [`loadout test with ${TESTS} tests`, ms(all), ratio(all, run)],
        ['each further test', ms(each), ratio(each, run)],
      ],
    );
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}
