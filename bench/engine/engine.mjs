import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { interleave, median } from '../lib/measure.mjs';
import { ms, printTable, ratio } from '../lib/table.mjs';
import { longSession } from './long-session.mjs';
import { bringOfficial } from './official.mjs';
import { measureSession, startMock } from './session.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TURNS = 20;
const LATER = 3;

/** The engine as the SDKs start it, and `query` as a program calls it, side by side with the official ones. */
export async function engineBench({ rounds }) {
  const official = bringOfficial();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-bench-')));
  try {
    for (let index = 0; index < TURNS; index++)
      writeFileSync(join(folder, `file-${index}.txt`), `line of file ${index}\n`.repeat(40));
    // Each is a whole process that takes a second and more.
    const few = Math.ceil(rounds * 0.75);
    await engines({ official, folder, rounds: few });
    await queries({ official, folder, rounds: few });
    await longSession({ official, folder, environment, files: TURNS });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function environment(folder, name) {
  const home = join(folder, `home-${name}`);
  mkdirSync(home, { recursive: true });
  return {
    PATH: process.env.PATH,
    HOME: home,
    ANTHROPIC_API_KEY: 'bench',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_ENTRYPOINT: 'sdk-ts',
  };
}

async function engines({ official, folder, rounds }) {
  const prompts = Array.from({ length: TURNS }, (_, index) => `Read ${join(folder, `file-${index}.txt`)}`);
  const contender = (name, command, args) => ({
    name,
    run: () => measureSession({ command, args, prompts, cwd: folder, env: environment(folder, name) }),
  });
  const theirs = contender('claude', official.program, []);
  const ours = contender('loadout', process.execPath, [join(root, 'packages/cli/bin/loadout.js')]);
  const results = await interleave([theirs, ours], { rounds });
  const of = (name, key) => median(results.get(name).map((result) => result[key]));
  const turn = (name) => median(results.get(name).flatMap(({ turns }) => turns));
  const row = (what, value, { show = ms, aim }) => [
    what,
    show(value(theirs.name)),
    show(value(ours.name)),
    ratio(value(ours.name), value(theirs.name)),
    aim,
  ];
  printTable(
    `The engine at the end of a pipe, ${rounds} rounds of ${TURNS} turns with one Read each, against the program of the official SDK ${official.version}`,
    ['', 'claude', 'loadout', 'ratio', 'aim'],
    [
      row('spawn to the initialize answer, ms', (name) => of(name, 'initialize'), { aim: '0.25' }),
      row('spawn to the first API request, ms', (name) => of(name, 'firstRequest'), { aim: '' }),
      row('a turn, without the API, ms', turn, { aim: '0.25' }),
      row('peak memory of all its processes, MB', (name) => of(name, 'peakMb'), { aim: '0.5', show: (mb) => mb.toFixed(0) }),
    ],
  );
}

async function queries({ official, folder, rounds }) {
  const contender = (name, entry) => ({ name, run: () => firstMessages({ entry, folder, name }) });
  const theirs = contender('claude', official.entry);
  const ours = contender('loadout', join(root, 'packages/sdk/dist/index.js'));
  const results = await interleave([theirs, ours], { rounds });
  const of = (key) => (name) => median(results.get(name).map((result) => result[key]));
  const next = (name) => median(results.get(name).flatMap((result) => result.next));
  const row = (what, value, aim = '0.1') => [
    what,
    ms(value(theirs.name)),
    ms(value(ours.name)),
    ratio(value(ours.name), value(theirs.name)),
    aim,
  ];
  printTable(
    `query() to its first message, ${rounds} rounds (ms)`,
    ['', 'official', 'loadout', 'ratio', 'aim'],
    [
      row('the first query of a process', of('first')),
      row('each that follows', next),
      row('the import of the package before it', of('loaded'), ''),
    ],
  );
}

async function firstMessages({ entry, folder, name }) {
  const api = await startMock();
  try {
    const program = fileURLToPath(new URL('first-message.mjs', import.meta.url));
    const env = { ...environment(folder, name), ANTHROPIC_BASE_URL: api.url };
    const { stdout } = await promisify(execFile)(process.execPath, [program, entry, folder, String(LATER)], { env, cwd: folder });
    return JSON.parse(stdout);
  } finally {
    api.close();
  }
}
