import { readFileSync } from 'node:fs';
import type { AnyTool, PluginManifest } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import plugin from './index.js';
import { optionsSchema } from './options.js';
import { setUp } from './testing/context.js';

const packageFile = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const manifest: PluginManifest = packageFile.loadout;

const aliases = { Read: ['FileRead', 'read'], Write: ['FileWrite'], Edit: ['FileEdit'], Glob: [], Grep: [] };

describe('the plugin', () => {
  it('is what its manifest says', async () => {
    const parts = await plugin.setup({ options: {} as never, mount: 'fs', configDir: '/' });
    const described = (parts.tools ?? []).map((tool: AnyTool) => ({
      name: tool.name,
      ...(tool.aliases === undefined ? {} : { aliases: tool.aliases }),
      readOnly: tool.annotations?.readOnlyHint === true,
    }));
    expect(manifest.tools).toEqual(described);
    expect(manifest.api).toBe(plugin.api);
    expect(manifest.options).toEqual(optionsSchema);
    expect(packageFile.exports['.'].default).toBe(manifest.plugin);
    expect(packageFile.keywords).toContain('loadout-plugin');
  });

  it.each(Object.entries(aliases))('offers %s also as %j (ALIAS-01..06)', async (name, others) => {
    expect((await setUp()).tool(name).aliases ?? []).toEqual(others);
  });

  it.each([
    ['Read', true],
    ['Glob', true],
    ['Grep', true],
    ['Write', false],
    ['Edit', false],
  ])('says whether %s only reads, which is when it may run beside others (POOL-20, TOOL-READ-13)', async (name, readOnly) => {
    const tool = (await setUp()).tool(name);
    expect(tool.annotations?.readOnlyHint).toBe(readOnly);
    expect(tool.isConcurrencySafe ?? false).toBe(readOnly);
  });

  it('takes little of the first request', async () => {
    const bench = await setUp();
    const sent = Object.keys(aliases).map((name) => {
      const { description, inputSchema } = bench.tool(name);
      return JSON.stringify({ name, description, input_schema: (inputSchema as { json: unknown }).json });
    });
    expect(sent.join('').length).toBeLessThan(6000);
  });
});
