import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definePlugin, defineService, defineTool, ownPlugin } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { createAgent } from '../agent/create-agent.js';
import { model, planFor, runAgent, tempFolder } from '../run/scripted.test-kit.js';
import { MARKED } from './listed.test-kit.js';
import { poolFor } from './mounts.js';

const tool = (name: string, text = name) =>
  defineTool({ name, description: name, annotations: { readOnlyHint: true }, call: () => text });

const mount = (name: string, use: string, changes: object = {}) => ({
  mount: name,
  use,
  options: {},
  optional: false,
  overrides: {},
  ...changes,
});

function writePlugin(folder: string, name: string, source: string) {
  const at = join(folder, 'node_modules', name);
  mkdirSync(at, { recursive: true });
  writeFileSync(
    join(at, 'package.json'),
    JSON.stringify({ name, type: 'module', exports: { '.': { types: './index.d.ts', default: './index.js' } } }),
  );
  writeFileSync(join(at, 'index.js'), source);
}

const search = `export default { name: 'crm', api: 1, setup: ({ options }) => ({ tools: [{ name: 'search', description: 'd', inputSchema: { type: 'object' }, isReadOnly: true, call: () => 'found ' + JSON.stringify(options) }] }) };`;

const broken = (change: string) => search.replace('setup: ({ options }) => ({ tools:', change);

describe('a mounted plugin', () => {
  it.each([
    [
      broken('setup: ({ options }) => ({ tols:'),
      'PLUGIN_PARTS',
      'returned the member "tols", which nothing would read. Did you mean "tools"?',
    ],
    [
      search.replace(/setup: .*/, 'setup: () => {} };'),
      'PLUGIN_PARTS',
      'The function setup of the plugin "crm" returned undefined.',
    ],
    [search.replace(/setup: .*/, 'setup: () => [] };'), 'PLUGIN_PARTS', 'returned a list.'],
    [broken('stup: ({ options }) => ({ tools:'), 'PLUGIN_INVALID', 'no plugin as default export: it has no function setup.'],
    [search.replace("name: 'crm', ", ''), 'PLUGIN_INVALID', 'no plugin as default export: it has no name.'],
    [search.replace('api: 1, ', ''), 'PLUGIN_INVALID', 'it has no api, which definePlugin adds.'],
    [search.replace('export default', 'export const crm ='), 'PLUGIN_INVALID', 'there is no default export.'],
    ['export default () => {};', 'PLUGIN_INVALID', 'it is a function.'],
    ['export default null;', 'PLUGIN_INVALID', 'it is null.'],
  ])('is refused with what it lacks: %s', async (source, code, message) => {
    const folder = tempFolder();
    writePlugin(folder, 'crm', source);
    const plan = planFor(folder, { plugins: [mount('crm', 'crm')] });
    await expect(createAgent({ plan, model: model([]), env: {} })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });

  it('of a third party has its tools under the mount key', async () => {
    const folder = tempFolder();
    writePlugin(folder, 'loadout-plugin-crm', search);
    const agent = await createAgent({
      plan: planFor(folder, { plugins: [mount('crm', 'loadout-plugin-crm')] }),
      model: model([]),
      env: {},
    });
    expect(agent.pool.tools.map((one) => one.name)).toEqual(['ReadResult', 'crm__search']);
  });

  it('may take a bare name only if an override says so (PLUG-03, CON-06)', async () => {
    const folder = tempFolder();
    writePlugin(
      folder,
      '@loadout/tool-x',
      `const plugin = { name: 'x', api: 1, setup: () => ({ tools: [{ name: 'Bash', description: 'ours', inputSchema: { type: 'object' }, call: () => '' }] }) }; export default ${MARKED};`,
    );
    writePlugin(folder, 'loadout-plugin-crm', search);
    const plugins = [mount('x', '@loadout/tool-x'), mount('crm', 'loadout-plugin-crm', { overrides: { Bash: 'crm__search' } })];
    const agent = await createAgent({ plan: planFor(folder, { plugins }), model: model([]), env: {} });
    expect(agent.pool.tools.map((one) => [one.name, one.origin.from])).toContainEqual([
      'Bash',
      'the plugin loadout-plugin-crm (plugins.crm)',
    ]);
    expect(agent.pool.tools.filter((one) => one.name === 'Bash')).toHaveLength(1);
  });

  it('is found by the data of an override, whatever other mounts are called', () => {
    const mounted = (mount: string, use: string, overrides: Readonly<Record<string, string>>) => ({
      mount,
      use,
      names: 'bare' as const,
      parts: { tools: [tool('Say', mount)] },
      overrides,
    });
    const mounts = [mounted('x', 'of (plugins.y)', {}), mounted('y', 'own', { Say: 'Say' })];
    const pool = poolFor(mounts, { customTools: [], extraTools: [], allowed: undefined, disallowed: [] });
    expect(pool.tools.map((one) => one.origin.from)).toEqual(['the plugin own (plugins.y)']);
  });

  it('is an error with the install command if it is missing, unless it is optional (CFG-07)', async () => {
    const folder = tempFolder();
    const plugins = [mount('crm', 'loadout-plugin-crm@^2')];
    await expect(createAgent({ plan: planFor(folder, { plugins }), model: model([]), env: {} })).rejects.toMatchObject({
      code: 'PLUGIN_NOT_FOUND',
      fix: 'npm install loadout-plugin-crm@^2',
    });
    const agent = await createAgent({
      plan: planFor(folder, { plugins: [{ ...mount('crm', 'loadout-plugin-crm'), optional: true }] }),
      model: model([]),
      env: {},
    });
    expect(agent.notices.join()).toContain('loadout-plugin-crm');
  });

  it('is refused with both numbers if it has another plugin API (DEF-25)', async () => {
    const folder = tempFolder();
    writePlugin(folder, 'old', `export default { name: 'old', api: 0, setup: () => ({}) };`);
    await expect(
      createAgent({ plan: planFor(folder, { plugins: [mount('old', 'old')] }), model: model([]), env: {} }),
    ).rejects.toMatchObject({ code: 'PLUGIN_API', message: expect.stringMatching(/API 0.*API 1/) });
  });

  it('disposes the plugins set up before, last first, if its setup fails (PLUG-05)', async () => {
    const ended: string[] = [];
    const good = (name: string) => definePlugin({ name, setup: () => ({ dispose: () => void ended.push(name) }) });
    const bad = definePlugin({ name: 'bad', setup: () => Promise.reject(new Error('no database')) });
    await expect(
      createAgent({ plugins: { one: good('one'), two: good('two'), bad }, model: model([]), env: {} }),
    ).rejects.toMatchObject({ code: 'PLUGIN_FAILED', message: expect.stringContaining('no database') });
    expect(ended).toEqual(['two', 'one']);
  });

  it('is disposed if another part of the agent fails while it is set up (PLUG-05)', async () => {
    const ended: string[] = [];
    const slow = definePlugin({
      name: 'slow',
      setup: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return { dispose: () => void ended.push('slow') };
      },
    });
    await expect(createAgent({ plugins: { slow }, modelId: 'nobody', env: {} })).rejects.toMatchObject({ code: 'MODEL_UNKNOWN' });
    expect(ended).toEqual(['slow']);
  });

  it('gets its options as its schema returns them, and refuses wrong ones by name', async () => {
    const options = {
      type: 'object',
      properties: { size: { type: 'integer', default: 3 } },
      additionalProperties: false,
    } as const;
    const seen: unknown[] = [];
    const keepOptions = (context: { options: unknown }) => {
      seen.push(context.options);
      return {};
    };
    const plugin = definePlugin({ name: 'p', options, setup: keepOptions });
    await createAgent({ plugins: { p: plugin }, model: model([]), env: {} });
    expect(seen).toEqual([{ size: 3 }]);
    await expect(
      createAgent({ plugins: { p: { plugin, options: { sise: 1 } } }, model: model([]), env: {} }),
    ).rejects.toMatchObject({ code: 'PLUGIN_OPTIONS', message: expect.stringContaining('sise') });
  });
});

describe('a service', () => {
  const Counter = defineService<{ n: number }>('Counter');
  const ended: number[] = [];
  const plugin = ownPlugin({
    name: 'counter',
    setup: () => ({
      tools: [
        defineTool({
          name: 'Count',
          description: 'c',
          annotations: { readOnlyHint: true },
          call: (_, context) => String(++context.get(Counter).n),
        }),
      ],
      services: [
        { service: Counter, create: () => ({ n: 0 }), dispose: (value: unknown) => void ended.push((value as { n: number }).n) },
      ],
    }),
  });
  const script = [{ calls: [{ name: 'Count' }] }, { calls: [{ name: 'Count' }] }, { text: 'ok' }];

  it('lives as long as its session, and no other session sees it (STATE-02, STATE-03)', async () => {
    const results = await Promise.all([1, 2].map(() => runAgent({ plugins: { counter: plugin }, model: model(script) })));
    for (const { events } of results) {
      const texts = events.flatMap((event) => (event.type === 'tool_result' ? [event.call.result.content] : []));
      expect(texts).toEqual(['1', '2']);
    }
    expect(ended).toEqual([2, 2]);
  });

  it('gives an error result with its name if no plugin offers it, and the run continues (DEF-20)', async () => {
    const lonely = defineTool({
      name: 'Lonely',
      description: 'l',
      annotations: { readOnlyHint: true },
      call: (_, context) => String(context.get(Counter).n),
    });
    const { events, result } = await runAgent({
      customTools: [lonely],
      model: model([{ calls: [{ name: 'Lonely' }] }, { text: 'ok' }]),
    });
    const [call] = events.flatMap((event) => (event.type === 'tool_result' ? [event.call] : []));
    expect(call?.result).toMatchObject({ isError: true, content: expect.stringContaining('Counter not available') });
    expect(result.outcome).toBe('success');
  });
});

describe('the tools of an agent', () => {
  it('are missing from the pool if a deny rule names them alone (CON-05)', async () => {
    const agent = await createAgent({
      customTools: [tool('Look'), tool('Touch')],
      permissions: { deny: ['Touch', 'Look(x:1)'] },
      model: model([]),
      env: {},
    });
    expect(agent.pool.tools.map((one) => one.name)).toEqual(['ReadResult', 'Look']);
  });
});
