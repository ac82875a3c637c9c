import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildBare } from './lib/bare.mjs';
import { interleave, measure, median } from './lib/measure.mjs';
import { ms, printTable, ratio } from './lib/table.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-'));

/** The yardstick in one file, and a folder with an agent that has the file tools and may read. */
async function prepare() {
  await buildBare(folder);
  mkdirSync(join(folder, 'home'));
  for (let index = 0; index < 10; index++) writeFileSync(join(folder, `file-${index}.txt`), `line of file ${index}\n`.repeat(40));
  mkdirSync(join(folder, 'node_modules/@loadout'), { recursive: true });
  symlinkSync(join(root, 'packages/tool-fs'), join(folder, 'node_modules/@loadout/tool-fs'));
  const agent = 'bench: { model: anthropic/bench, instructions: Answer., tools: ["*"] }';
  writeFileSync(join(folder, 'agent.config.yaml'), `plugins: { fs: "@loadout/tool-fs" }\nagents:\n  ${agent}\n`);
}

function contender(name, argv, replies) {
  const env = { PATH: process.env.PATH, HOME: join(folder, 'home'), ANTHROPIC_API_KEY: 'bench' };
  return { name, run: () => measure({ argv, env, replies, cwd: folder }) };
}

const loadout = (replies) => contender('loadout run', [join(root, 'packages/cli/bin/loadout.js'), 'run', 'Go.'], replies);
const bare = (replies) => contender('bare SDK loop, bundled', [join(folder, 'bare.mjs'), 'Go.'], replies);

async function startAndExit(rounds) {
  const replies = () => ({ text: 'Done.' });
  const nothing = contender('node -e 0', ['-e', '0'], replies);
  const results = await interleave([nothing, bare(replies), loadout(replies)], { rounds });
  const of = (name, key) => median(results.get(name).map((result) => result[key]));
  const names = [...results.keys()];
  printTable(
    `One-word prompt, ${rounds} rounds`,
    ['', 'start to first request, ms', 'x bare', 'x node -e 0', 'answer to exit, ms', 'peak MB', 'x bare'],
    names.map((name) => [
      name,
      ms(of(name, 'start')),
      ratio(of(name, 'start'), of(names[1], 'start')),
      ratio(of(name, 'start'), of(names[0], 'start')),
      name === names[0] ? '' : ms(of(name, 'exit')),
      of(name, 'peakMb').toFixed(0),
      ratio(of(name, 'peakMb'), of(names[1], 'peakMb')),
    ]),
  );
}

async function longConversation(rounds) {
  const replies = (_, index) =>
    index < 200 ? { tools: [{ name: 'Read', input: { file_path: join(folder, `file-${index % 10}.txt`) } }] } : { text: 'Done.' };
  const results = await interleave([bare(replies), loadout(replies)], { rounds: Math.max(3, Math.ceil(rounds / 2)) });
  // A window around each turn: one turn alone is at the mercy of the garbage collector.
  const around = (name, turn) =>
    median(results.get(name).flatMap((result) => result.turns.slice(Math.max(0, turn - 6), turn + 4)));
  const peak = (name) => median(results.get(name).map((result) => result.peakMb));
  const names = [...results.keys()];
  printTable(
    'One Read per turn, 200 turns: last byte of an answer to the next request, ms',
    ['', 'turn 2', 'x bare', 'turn 50', 'x bare', 'turn 200', 'x bare', '200 / 2', 'peak MB', 'x bare'],
    names.map((name) => [
      name,
      ...[2, 50, 196].flatMap((turn) => [ms(around(name, turn)), ratio(around(name, turn), around(names[0], turn))]),
      ratio(around(name, 196), around(name, 2)),
      peak(name).toFixed(0),
      ratio(peak(name), peak(names[0])),
    ]),
  );
}

async function parallelReads(rounds) {
  const tools = Array.from({ length: 10 }, (_, index) => ({
    name: 'Read',
    input: { file_path: join(folder, `file-${index}.txt`) },
  }));
  const replies = (_, index) => (index < 5 ? { tools } : { text: 'Done.' });
  const results = await interleave([bare(replies), loadout(replies)], { rounds });
  const turn = (name) => median(results.get(name).flatMap((result) => result.turns.slice(1)));
  const names = [...results.keys()];
  printTable(
    'Ten Reads in one message: last byte to the next request, ms',
    ['', 'ms', 'x bare'],
    names.map((name) => [name, ms(turn(name)), ratio(turn(name), turn(names[0]))]),
  );
}

/** A whole process against a mock API: start, exit, memory, a long conversation, parallel calls. */
export async function conversationBench({ rounds }) {
  try {
    await prepare();
    await startAndExit(rounds);
    await longConversation(rounds);
    await parallelReads(rounds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
