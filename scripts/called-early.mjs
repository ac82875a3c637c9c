/**
 * `node scripts/called-early.mjs`: writes configs/called-early.json, the functions that V8 compiles together with their file (decision 0077). They are those
 * that the built command calls up to the end of a short run: in a fresh home, with a stored plan, and with a trusted
 * configuration and calls of the usual tools. Build before and after; Node 22.12 or newer.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calledNames } from '../configs/compiled-ahead.js';
import { startMockApi } from '../packages/testing/dist/index.js';
import { isMain, ROOT, readJson } from './lib/workspace.mjs';

const LIST = join(ROOT, 'configs/called-early.json');
const BUILT = /\/packages\/([\w-]+)\/dist\/[^/]+\.js$/;
const THINKS_MS = 300;

const CONFIG = `plugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell" }
permissions: { allow: ["Edit(notes/**)", "Bash(ls:*)"] }
agents:
  early: { model: anthropic/claude-opus-4-5, instructions: Answer., tools: ["*"] }
`;

const readOf = (folder) => [{ name: 'Read', input: { file_path: join(folder, 'a.txt') } }];
const usualCalls = (folder) => [
  ...readOf(folder),
  { name: 'Grep', input: { pattern: 'line', path: folder } },
  { name: 'Write', input: { file_path: join(folder, 'notes/b.txt'), content: 'one\n' } },
  { name: 'Edit', input: { file_path: join(folder, 'notes/b.txt'), old_string: 'one', new_string: 'two' } },
  { name: 'Bash', input: { command: 'ls notes' } },
];

/** Runs the built command in the folder with one call in each turn, and writes its coverage if `coverage` names a folder. */
async function run({ folder, coverage, args = ['run', 'Go.'], calls = [] }) {
  const replies = async (_, index) => {
    // Long enough for the imports that happen while a model thinks.
    await new Promise((resolve) => setTimeout(resolve, THINKS_MS));
    return index < calls.length ? { tools: [calls[index]] } : { text: 'Done.' };
  };
  const api = await startMockApi({ replies, validate: false });
  const env = { PATH: process.env.PATH, HOME: join(folder, 'home'), ANTHROPIC_API_KEY: 'early', ANTHROPIC_BASE_URL: api.url };
  const command = [join(ROOT, 'packages/cli/bin/loadout.js'), ...args];
  try {
    const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], env: { ...env, ...coverageIn(coverage) } };
    const code = await new Promise((resolve) => spawn(process.execPath, command, options).on('close', resolve));
    const asked = args[0] === 'run' ? calls.length + 1 : 0;
    if (code !== 0 || api.requests.length !== asked)
      throw new Error(
        `loadout ${args.join(' ')} ended with ${code} after ${api.requests.length} requests; expected 0 after ${asked}.`,
      );
  } finally {
    await api.close();
  }
}

const coverageIn = (folder) => (folder === undefined ? {} : { NODE_V8_COVERAGE: folder });

/** The names of the functions that the runs called, by package. */
async function namesCalledEarly() {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-early-'));
  const coverage = join(folder, 'coverage');
  try {
    for (const name of ['home', 'notes', 'node_modules']) mkdirSync(join(folder, name));
    symlinkSync(join(ROOT, 'node_modules/@loadout'), join(folder, 'node_modules/@loadout'));
    writeFileSync(join(folder, 'a.txt'), 'a line\n'.repeat(40));
    writeFileSync(join(folder, 'agent.config.yaml'), CONFIG);
    const calls = readOf(folder);
    await run({ folder, coverage, calls });
    await run({ folder, coverage, calls });
    await run({ folder, args: ['trust', '--yes'] });
    await run({ folder, coverage, calls: usualCalls(folder) });
    return namesIn(coverage);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function namesIn(coverage) {
  const names = new Map();
  for (const file of readdirSync(coverage)) {
    for (const { url, functions } of readJson(join(coverage, file)).result) {
      const [, name] = BUILT.exec(url) ?? [];
      if (name === undefined) continue;
      const ends = new Set(functions.flatMap(({ ranges: [whole] }) => (whole.count > 0 ? [whole.endOffset] : [])));
      const called = calledNames(readFileSync(fileURLToPath(url), 'utf8'), (end) => ends.has(end));
      names.set(name, new Set([...(names.get(name) ?? []), ...called]));
    }
  }
  return Object.fromEntries([...names].sort().map(([name, list]) => [name, [...list].sort()]));
}

if (isMain(import.meta.url)) {
  const names = await namesCalledEarly();
  writeFileSync(LIST, `${JSON.stringify(names, null, 2)}\n`);
  for (const [name, list] of Object.entries(names)) console.log(`${name}: ${list.length} functions`);
}
