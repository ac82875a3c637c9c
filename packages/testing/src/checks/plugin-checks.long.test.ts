import { definePlugin, defineService, defineTool, type Plugin } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { pluginManifest } from '../plugin-manifest.js';
import { describePlugin, type PluginCases, pluginChecks } from './plugin-checks.js';

const tool = (name: string, description = 'Does it.') =>
  defineTool({
    name,
    description,
    aliases: [`${name}Alias`],
    annotations: { readOnlyHint: true },
    call: () => 'x',
  });
const Store = defineService<object>('Store');
const options = { type: 'object', properties: { depth: { type: 'integer', default: 1 } }, additionalProperties: false } as const;

const good = definePlugin({
  name: 'good',
  options,
  setup: () => ({
    tools: [tool('Do')],
    hooks: { PreToolUse: [() => ({})] },
    services: [{ service: Store, create: () => ({}) }],
    dispose() {},
  }),
});
const packageJson = {
  exports: { '.': { default: './dist/index.js' } },
  loadout: {
    api: 1,
    plugin: './dist/index.js',
    tools: [{ name: 'Do', aliases: ['DoAlias'], readOnly: true }],
    hooks: ['PreToolUse'],
    options: { ...options },
    touches: { fs: 'read' },
  },
};

describePlugin(good, { describe, it, packageJson, invalidOptions: [{ options: { depth: 'x' }, path: '/depth' }] });

async function failures(plugin: Plugin, cases: PluginCases = {}): Promise<string[]> {
  const failed: string[] = [];
  for (const check of pluginChecks(plugin, cases))
    await check.run().catch((error: Error) => failed.push(`${check.name} | ${error.message}`));
  return failed;
}

let count = 0;
const shared = {};

describe('a bad plugin fails the check that names its fault (PLUG-04)', () => {
  it.each<[string, Plugin, PluginCases]>([
    ['is made with definePlugin', { ...good, api: 99 }, {}],
    ['takes the options of its case', good, { options: { depth: 'deep' } }],
    ['refuses an option that it does not know', { ...good, options: { type: 'object', properties: {} } }, {}],
    ['refuses the options {"depth":3}', good, { invalidOptions: [{ options: { depth: 3 }, path: '/depth' }] }],
    ['offers the same each time it is set up', definePlugin({ name: 'p', setup: () => ({ tools: [tool(`T${++count}`)] }) }), {}],
    [
      'gives each session a service of its own',
      definePlugin({ name: 'p', setup: () => ({ services: [{ service: Store, create: () => shared }] }) }),
      {},
    ],
    [
      'lets go of one mount and leaves the other',
      definePlugin({
        name: 'p',
        setup: () => ({
          dispose() {
            throw new Error('stuck');
          },
        }),
      }),
      {},
    ],
    ['has no two tools of one name', definePlugin({ name: 'p', setup: () => ({ tools: [tool('A'), tool('AAlias')] }) }), {}],
    ['has tools that can be listed', definePlugin({ name: 'p', setup: () => ({ tools: [tool('A', '')] }) }), {}],
    ['hooks onto events that exist', definePlugin({ name: 'p', setup: () => ({ hooks: { PreTool: [] } as object }) }), {}],
    ['has a manifest that says what the code says', good, { packageJson: {} }],
    ['has a manifest that says what the code says', good, { packageJson: { loadout: { ...packageJson.loadout, tools: [] } } }],
  ])('%s', async (name, plugin, cases) => {
    expect((await failures(plugin, cases)).join('\n')).toContain(`${name} | `);
  });

  it('and a good one fails none', async () => {
    expect(await failures(good, { packageJson })).toEqual([]);
  });
});

describe('pluginManifest', () => {
  it('says what the code says and keeps what only its author knows', async () => {
    expect(await pluginManifest(good, { packageJson })).toEqual(packageJson.loadout);
  });

  it('marks a model provider, and takes the schema of a hook entry from what is written', async () => {
    const plugin = definePlugin({
      name: 'p',
      setup: () => ({
        model: { name: 'm', stream: async function* () {} },
        hookTypes: { command: () => ({ name: 'c', run() {} }) },
      }),
    });
    const schema = { type: 'object', properties: { command: { type: 'string' } } };
    const written = { loadout: { hookTypes: { command: schema, gone: schema } } };
    expect(await pluginManifest(plugin, { packageJson: written })).toEqual({
      api: 1,
      plugin: './dist/index.js',
      hookTypes: { command: schema },
      model: true,
    });
  });
});
