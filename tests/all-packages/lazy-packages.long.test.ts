import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { loadConfig } from '@loadout/config';
import type { ModelProvider } from '@loadout/core/model';
import { type Agent, createAgent } from '@loadout/runner';
import { startMockApi } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { loadout, loadoutProcess, project, root } from '../lib/loadout.js';

const TOOL_PACKAGES = readdirSync(join(root, 'packages')).filter((name) => name.startsWith('tool-'));
const PLUGINS = TOOL_PACKAGES.map((name) => `  ${name.slice('tool-'.length)}: "@loadout/${name}"\n`).join('');

const scripted = (turns: string) => `
plugins:
${PLUGINS}
providers: { script: { use: "@loadout/model-script", options: { turns: [${turns}{ text: Hello. }] } } }
agents: { helper: { model: script/demo, instructions: Answer., prompt: Hi., tools: ["*"] } }
`;

/** Runs the command. Returns the modules of tool packages that Node reports as evaluated. */
async function modulesOf(turns: string) {
  const cwd = project({ 'agent.config.yaml': scripted(turns) });
  const coverage = join(cwd, 'coverage');
  const { code, stdout, stderr } = await loadoutProcess(['run'], { cwd, env: { NODE_V8_COVERAGE: coverage } });
  expect([code, stdout], stderr).toEqual([0, 'Hello.\n']);
  const scripts = readdirSync(coverage).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(coverage, file), 'utf8')) as { result: { url: string }[] };
    return result.map(({ url }) => url);
  });
  // Without a module that is always loaded, an empty list would prove nothing.
  expect(scripts.join('\n')).toContain('packages/runner/dist/index.js');
  const names = scripts.flatMap((url) => /packages\/(tool-[\w-]+)\/dist\//.exec(url)?.[1] ?? []);
  return [...new Set(names)].sort();
}

describe('all tool packages, mounted', () => {
  it('have a listing each, of their version', () => {
    for (const name of TOOL_PACKAGES) {
      const read = (file: string) => JSON.parse(readFileSync(join(root, 'packages', name, file), 'utf8'));
      expect([name, read('dist/loadout-listing.json').version]).toEqual([name, read('package.json').version]);
    }
  });

  it('are not imported by a run that calls none of their tools, but for the one that lists its notes (PERF-04)', async () => {
    expect(await modulesOf('')).toEqual(['tool-memory']);
  });

  it('are imported where a tool of theirs is called, and no other (PERF-04)', async () => {
    expect(await modulesOf('{ tools: [{ TodoWrite: { todos: [] } }] }, ')).toEqual(['tool-memory', 'tool-tasks']);
  });

  it('make the same request, byte for byte, as when each is loaded at start (PERF-04)', async () => {
    const [lazy, eager] = [await requestOf({ listings: true }), await requestOf({ listings: false })];
    expect(lazy.tools.length).toBeGreaterThan(30);
    expect(lazy.bytes).toBe(eager.bytes);
  });
});

it('a listing says of each tool what the tool says of itself (PERF-04, PLUG-01)', async () => {
  const pools = await Promise.all(
    [true, false].map(async (listings) => {
      const cwd = project({ 'agent.config.yaml': scripted('') });
      if (!listings) withoutListings(cwd);
      const { plan } = await loadConfig({ cwd, env: {} });
      const agent = await createAgent({ plan, env: { HOME: cwd } });
      await agent.close();
      return agent.pool.tools.map(described);
    }),
  );
  expect(pools[0]?.length).toBeGreaterThan(30);
  expect(pools[0]).toEqual(pools[1]);
});

it("neither Loadout's own modules nor those of a project's plugins are imported while a model thinks (PERF-04)", async () => {
  const config =
    'plugins: { mine: "@loadout/tool-mine", tasks: "@loadout/tool-tasks" }\nagents: { a: { instructions: Answer., tools: [Mine, TodoWrite] } }\n';
  const cwd = project({ 'agent.config.yaml': config });
  const imported = pluginOfProject(cwd);
  const { plan } = await loadConfig({ cwd, env: {} });
  const { cache } = createRequire(import.meta.url);
  const tasks = join(root, 'packages/tool-tasks/dist/index.js');
  // Another test file of this worker may have imported it.
  delete cache[tasks];
  const model: ModelProvider = {
    name: 'thinker',
    async *stream(request) {
      yield { type: 'start', id: 'msg_1', model: request.model };
      yield { type: 'block', block: { type: 'text', text: 'Done.' } };
      yield { type: 'end', stopReason: 'end_turn', usage: { input_tokens: 1, output_tokens: 1 } };
    },
  };
  const agent = await createAgent({ plan, env: { HOME: cwd }, model });
  expect(agent.pool.tools.map(({ name }) => name)).toEqual(['Mine', 'ReadResult', 'TodoWrite']);
  const { outcome } = await agent.run('Go.').result;
  await agent.close();
  expect([outcome, tasks in cache, imported()]).toEqual(['success', false, false]);
});

/** Installs a listed plugin in the project's own folder, under the scope of Loadout. Returns whether it was imported. */
function pluginOfProject(cwd: string): () => boolean {
  const scope = join(cwd, 'node_modules/@loadout');
  const dist = join(scope, 'tool-mine/dist');
  const mark = join(cwd, 'imported');
  rmSync(scope);
  mkdirSync(dist, { recursive: true });
  const loadout = { api: 1, plugin: './dist/index.js', names: 'bare', tools: [{ name: 'Mine' }] };
  const manifest = { name: '@loadout/tool-mine', version: '1.0.0', type: 'module', loadout };
  const tool = { name: 'Mine', description: 'Mine.', inputSchema: { type: 'object' }, isReadOnly: true, functions: ['call'] };
  const listing = { name: 'mine', version: '1.0.0', api: 1, tools: [tool], hooks: {}, services: [] };
  writeFileSync(join(scope, 'tool-mine/package.json'), JSON.stringify(manifest));
  writeFileSync(join(dist, 'loadout-listing.json'), JSON.stringify(listing));
  writeFileSync(join(dist, 'index.js'), `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(mark)}, '');`);
  return () => existsSync(mark);
}

/** All properties of a tool that are known without a call. For a function, its presence. */
function described({ tool, input, output, ...prepared }: Agent['pool']['tools'][number]) {
  const known = (value: unknown) => (typeof value === 'function' ? 'function' : value);
  const own = Object.entries(tool).map(([key, value]) => [key, key.endsWith('Schema') ? '' : known(value)]);
  const rest = Object.entries(prepared).map(([key, value]) => [key, known(value)]);
  return { own: Object.fromEntries(own), rest: Object.fromEntries(rest), input: input.json, output: output?.json };
}

/** The body of the first request of an agent with all tools. HERE replaces the folder, which is the only difference. */
async function requestOf({ listings }: { readonly listings: boolean }) {
  const api = await startMockApi({ replies: () => ({ text: 'Done.' }) });
  try {
    const agent = 'helper: { model: anthropic/mock, instructions: Answer., prompt: Hi., tools: ["*"] }';
    const cwd = project({ 'agent.config.yaml': `plugins:\n${PLUGINS}\nagents:\n  ${agent}\n` });
    if (!listings) withoutListings(cwd);
    const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'test-key' };
    const { code, stderr } = await loadout(['run'], { cwd, env });
    expect([code, api.invalid], stderr).toEqual([0, []]);
    const body = api.requests[0]?.body;
    return { tools: body?.tools ?? [], bytes: JSON.stringify(body).replaceAll(cwd, 'HERE') };
  } finally {
    await api.close();
  }
}

/** Copies of the packages without their listings. */
function withoutListings(cwd: string) {
  const scope = join(cwd, 'node_modules/@loadout');
  rmSync(scope);
  mkdirSync(scope);
  for (const name of readdirSync(join(root, 'node_modules/@loadout'))) {
    const [from, to] = [join(root, 'packages', name), join(scope, name)];
    if (!TOOL_PACKAGES.includes(name)) symlinkSync(from, to);
    else {
      for (const part of ['package.json', 'dist']) cpSync(join(from, part), join(to, part), { recursive: true });
      rmSync(join(to, 'dist/loadout-listing.json'));
    }
  }
}
