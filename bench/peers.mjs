import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { responsesWire } from '../packages/testing/dist/index.js';
import { terminalTable } from './chat/others.mjs';
import { interleave, measure, median } from './lib/measure.mjs';
import { ms, printTable } from './lib/table.mjs';
import { repliesOf } from './turns/work.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const TURNS = 200;
const LAST = 50;

/** Installs the peers into a cache, beside copies of their loops. Their scripts do not run: the programs need none. */
function installed() {
  const folder = join(root, 'node_modules/.cache/bench-peers');
  mkdirSync(folder, { recursive: true });
  cpSync(join(here, 'peers'), folder, { recursive: true });
  cpSync(join(here, 'turns/work.mjs'), join(folder, 'work.mjs'));
  const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--loglevel=error'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`The peers could not be installed in ${folder}: npm ended with ${status}.`);
  return folder;
}

/** The binary of a program that npm brings in a package for each platform. */
function binaryOf(peers, { scope, name, file }) {
  const folder = join(peers, 'node_modules', scope, `${name}-${process.platform}-${process.arch}`);
  const found = readdirSync(folder, { recursive: true }).find((path) => path === file || path.endsWith(`/bin/${file}`));
  if (found === undefined) throw new Error(`${folder} holds no program ${file}.`);
  return join(folder, found);
}

const binaries = (peers) => ({
  claude: binaryOf(peers, { scope: '@anthropic-ai', name: 'claude-code', file: 'claude' }),
  codex: binaryOf(peers, { scope: '@openai', name: 'codex', file: 'codex' }),
});

/** The floors and Loadout, in a folder with an agent that has the file tools and the shell. */
async function floors(folder) {
  const banner = { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' };
  const bundle = (entry, outfile) =>
    build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', outfile, banner, logLevel: 'error' });
  await bundle(join(here, 'bare-loop.mjs'), join(folder, 'bare.mjs'));
  await bundle(join(here, 'turns/sdk.mjs'), join(folder, 'sdk.mjs'));
  mkdirSync(join(folder, 'node_modules/@loadout'), { recursive: true });
  const agent = 'bench: { model: anthropic/bench, instructions: Answer., tools: ["*"] }';
  cpSync(join(root, 'node_modules/@loadout'), join(folder, 'node_modules/@loadout'), {
    recursive: true,
    verbatimSymlinks: false,
  });
  writeFileSync(
    join(folder, 'agent.config.yaml'),
    `plugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell" }\nagents:\n  ${agent}\n`,
  );
}

const key = { ANTHROPIC_API_KEY: 'bench', OPENAI_API_KEY: 'bench' };

/** A whole program with one prompt, in the home of the run before or in a fresh one. */
function programs(folder, peers) {
  const { claude, codex } = binaries(peers);
  const quiet = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' };
  return {
    'loadout run': { argv: [join(root, 'packages/cli/bin/loadout.js'), 'run', 'Go.'] },
    'SDK loop, bundled': { argv: [join(folder, 'bare.mjs'), 'Go.'] },
    'claude -p': {
      of: (url) => ({
        command: claude,
        args: ['-p', 'Go.', '--model', 'claude-sonnet-4-5'],
        variables: { ANTHROPIC_BASE_URL: url, ...quiet },
      }),
    },
    'codex exec': {
      wire: responsesWire,
      of: (url) => ({
        command: codex,
        args: [
          'exec',
          '--skip-git-repo-check',
          ...[
            'model_provider="mock"',
            'model="bench"',
            `model_providers.mock={name="mock",base_url="${url}/v1",wire_api="responses"}`,
          ].flatMap((setting) => ['-c', setting]),
          'Go.',
        ],
        variables: {},
      }),
    },
  };
}

async function programTable(folder, { peers, rounds }) {
  const named = programs(folder, peers);
  const contenders = Object.entries(named).flatMap(([name, how]) =>
    ['warm', 'fresh'].map((home) => ({
      name: `${name} ${home}`,
      run: () => {
        const place = join(folder, `home-${name.replaceAll(' ', '-')}${home === 'fresh' ? '-fresh' : ''}`);
        if (home === 'fresh') rmSync(place, { recursive: true, force: true });
        mkdirSync(place, { recursive: true });
        return measure({
          ...how,
          env: { PATH: process.env.PATH, HOME: place, ...key },
          cwd: folder,
          replies: () => ({ text: 'Done.' }),
        });
      },
    })),
  );
  const results = await interleave(contenders, { rounds });
  const of = (name, home, figure) => median(results.get(`${name} ${home}`).map((result) => result[figure]));
  const columns = ['start to first request, ms', 'in a fresh home, ms', 'answer to exit, ms', 'peak MB'];
  const rows = Object.keys(named).map((name) => ({
    name,
    values: [of(name, 'warm', 'start'), of(name, 'fresh', 'start'), of(name, 'warm', 'exit'), of(name, 'warm', 'peakMb')],
  }));
  return {
    title: 'Programs, one prompt',
    text: 'A whole process with a prompt of one word. The home is that of the run before, or a fresh one; each program has run before on the machine. The loop over the SDK has one tool and nothing else.',
    columns,
    rows,
  };
}

async function libraryTable(folder, { peers, rounds }) {
  const scripts = {
    Loadout: [join(here, 'turns/loadout.mjs')],
    'raw HTTP loop': [join(here, 'turns/raw.mjs')],
    'SDK loop, bundled': [join(folder, 'sdk.mjs')],
    'AI SDK': [join(peers, 'ai-sdk.mjs')],
    'pi-agent-core': [join(peers, 'pi.mjs')],
  };
  const env = { PATH: process.env.PATH, HOME: folder, ...key };
  const run = (how) => () => measure({ ...how, env, cwd: folder, replies: repliesOf(TURNS) });
  const agents = (url) => ({
    command: process.execPath,
    args: [join(peers, 'openai-agents.mjs')],
    variables: { OPENAI_BASE_URL: `${url}/v1` },
  });
  const contenders = [
    ...Object.entries(scripts).map(([name, argv]) => ({ name, run: run({ argv }) })),
    { name: 'OpenAI Agents', run: run({ of: agents, wire: responsesWire }) },
  ];
  const results = await interleave(contenders, { rounds });
  const of = (name, figure) => median(results.get(name).map(figure));
  const rows = contenders.map(({ name }) => ({
    name,
    values: [
      of(name, ({ start }) => start),
      median(results.get(name).flatMap(({ turns }) => turns.slice(-LAST))),
      of(name, ({ exit }) => exit),
      of(name, ({ peakMb }) => peakMb),
    ],
  }));
  return {
    title: `Libraries, ${TURNS} turns`,
    text: `A program of ${TURNS} turns with one small call each: what the library adds from the last byte of an answer to the next request, over the last ${LAST} turns. Loadout writes its journal; the others keep none.`,
    columns: ['start to first request, ms', 'a turn, ms', 'answer to exit, ms', 'peak MB'],
    rows,
  };
}

/** `npm run bench -- --peers`: measures the programs and libraries that people use side by side, and writes bench/peers.json for the docs. */
export async function peersBench({ rounds }) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-peers-'));
  try {
    const peers = installed();
    await floors(folder);
    const tables = [
      await programTable(folder, { peers, rounds }),
      await libraryTable(folder, { peers, rounds: Math.min(rounds, 5) }),
      await terminalTable(folder, { peers, ...binaries(peers), rounds: Math.min(rounds, 5) }),
    ];
    for (const { title, columns, rows } of tables)
      printTable(
        `${title}, Node ${process.versions.node}`,
        ['', ...columns],
        rows.map(({ name, values }) => [name, ...values.map(ms)]),
      );
    writeFileSync(
      join(here, 'peers.json'),
      `${JSON.stringify({ node: process.versions.node.split('.')[0], tables }, roundedFigure, 2)}\n`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const roundedFigure = (_, value) => (typeof value === 'number' ? Number(value.toPrecision(3)) : value);
