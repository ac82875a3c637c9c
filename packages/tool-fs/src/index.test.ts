import { readFileSync } from 'node:fs';
import { describePlugin } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import plugin from './index.js';
import { setUp } from './testing/context.js';

const packageFile = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const aliases = { Read: ['FileRead', 'read'], Write: ['FileWrite'], Edit: ['FileEdit'], NotebookEdit: [], Glob: [], Grep: [] };

describePlugin(plugin, { describe, it, packageJson: packageFile });

describe('the plugin', () => {
  it.each(Object.entries(aliases))('offers %s also as %j (ALIAS-01..06)', async (name, others) => {
    expect((await setUp()).tool(name).aliases ?? []).toEqual(others);
  });

  it.each([
    ['Read', true],
    ['Glob', true],
    ['Grep', true],
    ['Write', false],
    ['Edit', false],
    ['NotebookEdit', false],
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
