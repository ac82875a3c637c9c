import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstRequestBench } from './first-request.mjs';
import { interleave, measure, median } from './lib/measure.mjs';
import { ms, printTable, ratio } from './lib/table.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const FEW = ['fs', 'shell'];
const ALL = [...FEW, 'web', 'agents', 'tasks', 'session', 'lsp', 'git', 'schedule'];
const MOST_MORE_MS = 15;

/** A folder with an agent that sees every tool of these plugins. */
function folderWith(parent, { name, plugins, of = root }) {
  const folder = join(parent, name);
  mkdirSync(join(folder, 'home'), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(of, 'node_modules/@loadout'), join(folder, 'node_modules/@loadout'));
  const mounts = plugins.map((plugin) => `${plugin}: "@loadout/tool-${plugin}"`).join(', ');
  const agent = 'bench: { model: anthropic/claude-opus-4-5, instructions: Answer., tools: ["*"] }';
  writeFileSync(join(folder, 'agent.config.yaml'), `plugins: { ${mounts} }\nagents:\n  ${agent}\n`);
  return folder;
}

const runOf = (checkout) => [join(checkout, 'packages/cli/bin/loadout.js'), 'run', 'Go.'];
const RUN = runOf(root);

const TURNS = 50;

/** Asks for a file in each turn but the last. */
const readsOf = ({ body }) => {
  const asked = body.messages.filter(({ role }) => role === 'assistant').length;
  const input = { file_path: 'agent.config.yaml' };
  return asked < TURNS - 1 ? { text: 'Reading.', tools: [{ name: 'Read', input }] } : { text: 'Done.' };
};

function contender(name, folder, { argv = RUN, replies = () => ({ text: 'Done.' }) } = {}) {
  const env = { PATH: process.env.PATH, HOME: join(folder, 'home'), ANTHROPIC_API_KEY: 'bench' };
  return { name, run: () => measure({ argv, env, cwd: folder, replies }) };
}

/**
 * Compares the start and the turns of this checkout with those of another, which is built: pair by pair, because the speed of a machine
 * drifts. The plan of the configuration is stored by the first start, so the figures are those of later starts.
 */
async function againstBench({ rounds, against }) {
  const parent = mkdtempSync(join(tmpdir(), 'loadout-bench-'));
  try {
    const contenders = Object.entries({ other: resolve(against), this: root }).map(([name, of]) =>
      contender(name, folderWith(parent, { name, plugins: FEW, of }), { argv: runOf(of), replies: readsOf }),
    );
    const results = await interleave(contenders, { rounds, warmup: 3 });
    const row = (name, figure) => {
      const [other, own] = ['other', 'this'].map((side) => results.get(side).map(figure));
      const pairs = own.map((value, round) => value / other[round]);
      return [name, ms(median(other)), ms(median(own)), ratio(median(own), median(other)), median(pairs).toFixed(2)];
    };
    printTable(
      `A run of ${TURNS} turns with Anthropic alone, this checkout against ${against}, ${rounds} pairs; aim: at most x 1.01`,
      ['', 'other', 'this', 'x other', 'median of pairs'],
      [
        row('start to first request, ms', ({ start }) => start),
        row('of processor time, ms', ({ startCpu }) => startCpu),
        row('a later turn with Read, ms', ({ turns }) => median(turns.slice(1))),
        row('peak MB', ({ peakMb }) => peakMb),
      ],
    );
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** The start of a run, then the cost of tools that are not called; or both checkouts, pair by pair. */
export async function startBench({ rounds, against }) {
  if (against !== undefined) return againstBench({ rounds, against });
  await firstRequestBench({ rounds });
  await manyToolsBench({ rounds });
}

/** Cost of all tool packages that are installed and enabled but never called: a whole process, up to its first request. */
async function manyToolsBench({ rounds }) {
  const parent = mkdtempSync(join(tmpdir(), 'loadout-bench-'));
  try {
    const few = contender('fs and shell', folderWith(parent, { name: 'few', plugins: FEW }));
    const all = contender('all tool packages', folderWith(parent, { name: 'all', plugins: ALL }));
    const nothing = contender('node -e 0', parent, { argv: ['-e', '0'] });
    const results = await interleave([nothing, few, all], { rounds });
    const of = (name, key) => results.get(name).map((result) => result[key]);
    // Round by round, so that a machine whose speed drifts does not count.
    const more = (key) => median(of(all.name, key).map((value, round) => value - of(few.name, key)[round])).toFixed(1);
    const known = (name, key, show) => (of(name, key).includes(undefined) ? '' : show(median(of(name, key))));
    printTable(
      `Cold start with plugins that are not called, ${rounds} rounds; aim: at most ${MOST_MORE_MS} ms of processor time more`,
      ['', 'start to first request, ms', 'x fs and shell', 'more', 'of processor time, ms', 'more', 'peak MB'],
      [nothing, few, all].map(({ name }) => [
        name,
        ms(median(of(name, 'start'))),
        ratio(median(of(name, 'start')), median(of(few.name, 'start'))),
        name === all.name ? more('start') : '',
        known(name, 'startCpu', ms),
        name === all.name ? known(name, 'startCpu', () => more('startCpu')) : '',
        median(of(name, 'peakMb')).toFixed(0),
      ]),
    );
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}
