import { readFileSync } from 'node:fs';
import type { AnyTool, PluginManifest } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import plugin from './index.js';
import { optionsSchema } from './options.js';
import { setUp } from './testing/context.js';

const packageFile = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const manifest: PluginManifest = packageFile.loadout;

describe('the plugin', () => {
  it('is what its manifest says', async () => {
    const parts = await plugin.setup({ options: {} as never, mount: 'shell', configDir: '/' });
    const described = (parts.tools ?? []).map((tool: AnyTool) => ({
      name: tool.name,
      aliases: tool.aliases,
      readOnly: tool.annotations?.readOnlyHint === true,
    }));
    expect(manifest.tools).toEqual(described);
    expect(manifest.api).toBe(plugin.api);
    expect(manifest.options).toEqual(optionsSchema);
    expect(packageFile.exports['.'].default).toBe(manifest.plugin);
    expect(packageFile.keywords).toContain('loadout-plugin');
  });

  it('offers Bash also as bash (ALIAS-07), and does not call it read-only (POOL-20)', async () => {
    const { tool } = await setUp();
    expect(tool).toMatchObject({ name: 'Bash', aliases: ['bash'], annotations: { readOnlyHint: false } });
  });

  it('takes little of the first request', async () => {
    const { name, description, inputSchema } = (await setUp()).tool;
    const sent = JSON.stringify({ name, description, input_schema: (inputSchema as { json: unknown }).json });
    expect(sent.length).toBeLessThan(1500);
  });
});
