import { existsSync, readdirSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMockApi } from '@loadout/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bin, project, runNode } from './lib/loadout.js';

/** Prints, at the end of the process, the parts of the runtime and the files of packages that it loaded. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
  import { register } from 'node:module';
  import { MessageChannel } from 'node:worker_threads';
  const { port1, port2 } = new MessageChannel();
  const files = [];
  port1.on('message', (url) => files.push(url)).unref();
  const load = 'let port; export const initialize = (given) => { port = given; };'
    + ' export async function load(url, context, next) { port.postMessage(url); return next(url, context); }';
  register('data:text/javascript,' + encodeURIComponent(load), { data: port2, transferList: [port2] });
  process.on('exit', () => process.stderr.write('\\nLOADED ' + JSON.stringify([...process.moduleLoadList, ...files])));
`)}`;

/** Runs the built command against a server of the Messages API, and returns what the process loaded. */
async function loadedBy(config: string, { times = 1 }: { times?: number } = {}): Promise<string> {
  const api = await startMockApi({ replies: () => ({ text: 'Hello.' }) });
  try {
    const cwd = project({ 'agent.config.yaml': config });
    const env = { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: api.url };
    let loaded = '';
    for (let time = 0; time < times; time++) {
      const { code, stdout, stderr } = await runNode(['--import', WATCH, bin, 'run', `Hi ${time}.`], { cwd, env });
      expect([code, stdout], stderr).toEqual([0, 'Hello.\n']);
      loaded = /LOADED (.*)$/.exec(stderr)?.[1] ?? '';
    }
    // Without a file that is always loaded, an empty list would prove nothing.
    expect(loaded).toContain('packages/model-anthropic/dist/index.js');
    return loaded;
  } finally {
    await api.close();
  }
}

/** The files of the command, the configuration, the core, the runner and the provider together. */
const MOST_FILES = 30;
const TABLE = 'packages/core/dist/models.js';
const agent = (options: string) => `agents: { a: { model: anthropic/claude-opus-4-5, instructions: Answer.${options} } }\n`;

describe('a run with Anthropic alone (PERF-03)', () => {
  it('does not load the table of models', async () => {
    expect(await loadedBy(agent(''))).not.toContain(TABLE);
  });

  it('loads the files of a few groups, and not one for each set of users', async () => {
    const built = /packages\/[\w-]+\/dist\/[\w./-]+\.js/g;
    const warm = await loadedBy(agent(''), { times: 2 });
    expect(new Set(warm.match(built)).size).toBeLessThanOrEqual(MOST_FILES);
    expect(warm).not.toContain('packages/config/dist/load-');
  });

  it('reads the definition of its own command, and not those of the others and their help', async () => {
    const loaded = await loadedBy(agent(''));
    expect(loaded).toContain('packages/cli/dist/start-');
    expect(loaded).not.toContain('packages/cli/dist/arguments-');
  });

  it('reads a configuration in a fresh home without zod, and without what reads files of other tools', async () => {
    const loaded = await loadedBy(agent(''));
    expect(loaded).toContain('packages/config/dist/load-');
    expect(['schema', 'foreign', 'import-config'].filter((chunk) => loaded.includes(`packages/config/dist/${chunk}-`))).toEqual(
      [],
    );
  });

  it('loads only the parts of modules of Node that it names', async () => {
    const loaded = await loadedBy(agent(''));
    // An import of node:crypto or node:util would load these beside the named exports.
    expect(['internal/crypto/webcrypto', 'internal/util/diff'].filter((part) => loaded.includes(part))).toEqual([]);
  });

  it('loads the table of models to check an option that a model may lack', async () => {
    expect(await loadedBy(agent(', effort: low'))).toContain(TABLE);
  });

  it('loads no file of the engine for many machines, and none of its SDK', async () => {
    const loaded = await loadedBy(agent(''));
    expect(['packages/engine-restate', '@restatedev'].filter((part) => loaded.includes(part))).toEqual([]);
  });
});

it('stores compiled code from the second start on, since a home that is thrown away after one run never reads it (PERF-03)', async () => {
  const cwd = project({ 'agent.config.yaml': agent('') });
  const folder = join(cwd, '.home/.cache/loadout/compiled');
  // Node 20 has no such cache.
  const stored = 'enableCompileCache' in module ? [0, 1] : [undefined, undefined];
  for (const entries of stored) {
    const { code, stderr } = await runNode([bin, 'check'], { cwd });
    expect(code, stderr).toBe(0);
    expect(existsSync(folder) ? readdirSync(folder).length : undefined).toBe(entries);
  }
});

/** Functions that the list of called functions does not know yet. */
const MOST_COMPILED_LATE = 20;

/** The functions of built files, by their source up to the first line, that V8 parsed again when they were called. Methods and arrow functions are left out. */
function compiledLate(log: string): readonly string[] {
  const lines = log.split('\n').map((line) => line.split(','));
  const built = (kind?: string, id = '', url = ''): [string, string][] =>
    kind === 'script-details' && /\/packages\/[\w-]+\/dist\//.test(url) ? [[id, readFileSync(fileURLToPath(url), 'utf8')]] : [];
  const texts = new Map(lines.flatMap(([kind, id, url]) => built(kind, id, url)));
  // Without a file that is always loaded, an empty list would prove nothing.
  expect(texts.size).toBeGreaterThan(10);
  return lines
    .filter(([kind, event]) => kind === 'function' && event === 'parse-function')
    .flatMap(([, , id = '', start]) => /\bfunction\*? ?[\w$]*$/.exec(texts.get(id)?.slice(0, Number(start)) ?? '') ?? []);
}

it('a run compiles the functions that it calls together with their file: node scripts/called-early.mjs writes which (PERF-03)', async () => {
  const cwd = project({
    'agent.config.yaml': `plugins: { fs: "@loadout/tool-fs" }\n${agent(', tools: ["*"]')}`,
    'a.txt': 'One line.\n',
  });
  const read = { tools: [{ name: 'Read', input: { file_path: join(cwd, 'a.txt') } }] };
  const api = await startMockApi({ replies: [read, { text: 'Done.' }] });
  onTestFinished(() => api.close());
  const log = join(cwd, 'v8.log');
  const flags = ['--log-function-events', `--logfile=${log}`, '--no-logfile-per-isolate'];
  const env = { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: api.url };
  const { code, stdout, stderr } = await runNode([...flags, bin, 'run', 'Go.'], { cwd, env });
  expect([code, stdout, api.requests.length], stderr).toEqual([0, 'Done.\n', 2]);
  const late = compiledLate(readFileSync(log, 'utf8'));
  expect(late.length, late.join(', ')).toBeLessThanOrEqual(MOST_COMPILED_LATE);
});
