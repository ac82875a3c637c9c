import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startMockApi } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { bin, project, root, runNode } from './lib/loadout.js';

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
async function loadedBy(
  config: string,
  { times = 1, cwd = project({}) }: { times?: number; cwd?: string } = {},
): Promise<string> {
  const api = await startMockApi({ replies: () => ({ text: 'Hello.' }) });
  try {
    writeFileSync(join(cwd, 'agent.config.yaml'), config);
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

/** The files of the command, the configuration, the core, the runner, the sessions, the facts about models, the ledger and the provider together. */
const MOST_FILES = 19;
/** The part of the configuration with the parsers and the schema. */
const READS = 'packages/config/dist/rest-';
const TABLE = 'packages/models/dist/anthropic-';
const BUILT = /packages\/[\w-]+\/dist\/[\w./-]+\.js/g;
const agent = (options: string) => `agents: { a: { model: anthropic/claude-opus-4-5, instructions: Answer.${options} } }\n`;

describe('a run with Anthropic alone (PERF-03)', () => {
  it('does not load the table of models', async () => {
    expect(await loadedBy(agent(''))).not.toContain(TABLE);
  });

  it('loads the files of a few groups, and not one for each set of users', async () => {
    const warm = await loadedBy(agent(''), { times: 3 });
    expect(new Set(warm.match(BUILT)).size).toBeLessThanOrEqual(MOST_FILES);
    expect(['packages/lock/', READS].filter((part) => warm.includes(part))).toEqual([]);
  });

  it('loads what reads and checks a configuration in a fresh home, and not with a stored plan', async () => {
    expect(await loadedBy(agent(''))).toContain(READS);
  });

  it('loads no file with a character beyond Latin-1, which V8 would keep in two bytes a character', async () => {
    const files = [...new Set((await loadedBy(agent(''))).match(BUILT))];
    expect(files.filter((file) => /[^\0-\xff]/.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  it('loads the table of models to check an option that a model may lack', async () => {
    expect(await loadedBy(agent(', effort: low'))).toContain(TABLE);
  });

  it('loads no file of the engine for many machines, and none of its SDK', async () => {
    const loaded = await loadedBy(agent(''));
    expect(['packages/engine-restate', '@restatedev'].filter((part) => loaded.includes(part))).toEqual([]);
  });
});

it('stores a plan from the second start of a user on, since a home that is thrown away after one run never reads it (PERF-03)', async () => {
  const cwd = project({});
  for (const entries of [0, 1]) {
    await loadedBy(agent(''), { cwd });
    expect(readdirSync(join(cwd, '.home/.cache/loadout/plans'))).toHaveLength(entries);
  }
});
