import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildBare } from './lib/bare.mjs';
import { interleave, measure, median } from './lib/measure.mjs';
import { tell } from './lib/rows.mjs';
import { ms, printTable, ratio } from './lib/table.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const COMMAND = join(root, 'packages/cli/bin/loadout.js');
const THINKS_MS = 400;
const READS = 12;
const MOST_EXIT_MS = 15;

/** An agent with the file tools, and a rule that waits for trust. */
const CONFIG = `plugins: { fs: "@loadout/tool-fs" }
permissions: { allow: ["Edit(notes/**)"] }
agents:
  bench: { model: anthropic/bench, instructions: Answer., tools: ["*"] }
`;

function project(folder) {
  mkdirSync(join(folder, 'node_modules/@loadout'), { recursive: true });
  symlinkSync(join(root, 'packages/tool-fs'), join(folder, 'node_modules/@loadout/tool-fs'));
  for (let index = 0; index < READS; index++)
    writeFileSync(join(folder, `file-${index}.txt`), `line of file ${index}\n`.repeat(40));
  writeFileSync(join(folder, 'agent.config.yaml'), CONFIG);
}

const environment = (home) => ({ PATH: process.env.PATH, HOME: home, ANTHROPIC_API_KEY: 'bench' });

const loadout = (folder, home, args) =>
  execFileSync(process.execPath, [COMMAND, ...args], { cwd: folder, env: environment(home), stdio: 'ignore' });

/** The compiled code that Node keeps beside the installation. */
const COMPILED = join(root, 'packages/cli/compiled');

/** A home as it is before each start: kept from the start before, or made anew. */
function homeOf(folder, name, { fresh = false, prepare = () => {} } = {}) {
  const home = join(folder, name);
  const make = () => {
    rmSync(home, { recursive: true, force: true });
    mkdirSync(home);
    prepare(home);
  };
  make();
  return { home, before: fresh ? make : () => {} };
}

const done = () => ({ text: 'Done.' });

/** Each call comes after the model thought. */
const readsOneByOne = (folder) => async (_, index) => {
  await new Promise((resolve) => setTimeout(resolve, THINKS_MS));
  return index < READS ? { tools: [{ name: 'Read', input: { file_path: join(folder, `file-${index}.txt`) } }] } : done();
};

/** A home and an installation that no start has seen. The start fills the folder for compiled code again. */
function untouched(folder) {
  const { home, before } = homeOf(folder, 'first', { fresh: true });
  const forget = () => {
    before();
    rmSync(COMPILED, { recursive: true, force: true });
  };
  return { home, before: forget };
}

function contender(name, { argv = [COMMAND, 'run', 'Go.'], folder, home, replies = done }) {
  const run = () => {
    home.before();
    return measure({ argv, env: environment(home.home), cwd: folder, replies });
  };
  return { name, run };
}

function contenders(folder, { bare }) {
  const trusted = (home) => loadout(folder, home, ['trust', '--yes']);
  const homes = {
    'trusted and warm': homeOf(folder, 'warm', { prepare: trusted }),
    'not trusted, warm': homeOf(folder, 'untrusted'),
    'not trusted, a fresh home': homeOf(folder, 'fresh', { fresh: true }),
    'not trusted, the first start after an installation': untouched(folder),
  };
  return [
    contender('bare SDK loop, bundled', { argv: [bare, 'Go.'], folder, home: homeOf(folder, 'bare') }),
    ...Object.entries(homes).map(([name, home]) => contender(name, { folder, home })),
  ];
}

const figure = (results, name, key) => median(results.get(name).map((result) => result[key]));

/** The median of the ratios pair by pair, as a row: the speed of a machine drifts. */
function tellStart({ id, name, aim }, { results, bare }) {
  const pairs = results.get(name).map(({ start }, round) => start / results.get(bare)[round].start);
  const floor = figure(results, bare, 'start');
  tell({ id, name: `Start to first request, ${name}`, value: median(pairs) * floor, floor, aim });
}

async function starts(folder, { rounds, bare }) {
  const all = contenders(folder, { bare });
  const results = await interleave(all, { rounds, warmup: 2 });
  const [yardstick, ...own] = all.map(({ name }) => name);
  printTable(
    `Start of a run on Node ${process.versions.node}, ${rounds} rounds`,
    ['', 'to first request, ms', 'x bare', 'processor time, ms', 'x bare', 'answer to exit, ms', 'peak MB'],
    [yardstick, ...own].map((name) => [
      name,
      ms(figure(results, name, 'start')),
      ratio(figure(results, name, 'start'), figure(results, yardstick, 'start')),
      ms(figure(results, name, 'startCpu')),
      ratio(figure(results, name, 'startCpu'), figure(results, yardstick, 'startCpu')),
      ms(figure(results, name, 'exit')),
      figure(results, name, 'peakMb').toFixed(0),
    ]),
  );
  const aims = { 'start.warm': 1.3, 'start.untrusted': 1.3, 'start.fresh': 1.8, 'start.first': 2.35 };
  for (const [index, [id, aim]] of Object.entries(aims).entries())
    tellStart({ id, name: own[index], aim }, { results, bare: yardstick });
  tell({
    id: 'start.exit',
    name: 'Answer to exit, against 15 ms',
    value: figure(results, own[0], 'exit'),
    floor: MOST_EXIT_MS,
    aim: 1,
  });
}

async function firstCalls(folder, { rounds, bare }) {
  const replies = readsOneByOne(folder);
  const own = contender('loadout run', { folder, home: homeOf(folder, 'calls'), replies });
  const floor = contender('bare SDK loop, bundled', { argv: [bare, 'Go.'], folder, home: homeOf(folder, 'bare-calls'), replies });
  const results = await interleave([floor, own], { rounds: Math.max(3, Math.ceil(rounds / 2)) });
  const turn = ({ name }, index) => median(results.get(name).map(({ turns }) => turns[index]));
  printTable(
    'A Read in each turn, after a model that thinks: last byte of an answer to the next request, ms',
    ['', 'first', 'second', 'tenth', 'first x tenth'],
    [floor, own].map((one) => [one.name, ...[0, 1, 9].map((index) => ms(turn(one, index))), ratio(turn(one, 0), turn(one, 9))]),
  );
  const first = turn(own, 0);
  // The first turn of every program is slow: V8 and Node run its code for the first time.
  const against = { id: 'call.first.bare', name: 'First Read of a process, against that of the bare loop' };
  tell({ ...against, value: first, floor: turn(floor, 0), aim: 1.5 });
}

/** A whole process up to its first request, against a mock API: with what it stored before, before trust, in a fresh home, and in a fresh installation too. */
export async function firstRequestBench({ rounds }) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-'));
  try {
    project(folder);
    const bare = await buildBare(folder);
    await starts(folder, { rounds, bare });
    await firstCalls(folder, { rounds, bare });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
