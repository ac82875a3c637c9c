import { readFileSync } from 'node:fs';
import { describePlugin } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import plugin from './index.js';
import { completeOptions } from './options.js';

describePlugin(plugin, {
  describe,
  it,
  packageJson: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
  // The kit makes calls without hooks, so nobody is asked.
  options: { trusts: ['*'] },
  invalidOptions: [
    { options: { scope: 'team' }, path: '/scope' },
    { options: { inject: 'all' }, path: '/inject' },
    { options: { maxTokens: 10 }, path: '/maxTokens' },
    { options: { trusts: 'Read' }, path: '/trusts' },
  ],
  tools: {
    Memory: {
      valid: [
        { input: { command: 'create', path: '/memories/a.md', file_text: 'x' }, text: /^File created successfully/ },
        { input: { command: 'view', path: '/memories' }, text: /^Here're the files/ },
        { input: { command: 'view', path: '/memories/none.md' }, isError: true, text: /does not exist/ },
        { input: { command: 'create', path: '/memories/../a.md', file_text: 'x' }, isError: true, text: /would escape/ },
      ],
      invalid: [
        { input: {}, path: '/command' },
        { input: { command: 'list' }, path: '/command' },
        { input: { command: 'view', path: '/memories', view_range: [1] }, path: '/view_range' },
        { input: { command: 'view' }, refusal: /^view needs path\.$/ },
        { input: { command: 'create', path: '/memories/a.md' }, refusal: /^create needs file_text\.$/ },
        { input: { command: 'insert', path: '/memories/a.md' }, refusal: /^insert needs insert_line and insert_text\.$/ },
        { input: { command: 'rename', path: '/memories/a.md' }, refusal: /^rename needs old_path and new_path\.$/ },
      ],
    },
    MemorySearch: {
      valid: [{ input: { query: '' }, text: 'There are no notes.' }],
      invalid: [
        { input: {}, path: '/query' },
        { input: { query: 'a', limit: 0 }, path: '/limit' },
      ],
    },
  },
});

it('the tools take little of the first request', async () => {
  const { tools = [] } = await plugin.setup({
    options: completeOptions({}) as never,
    mount: 'memory',
    configDir: '/repo',
    stateDir: '/repo/state',
  });
  const sent = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: (inputSchema as { json: unknown }).json,
  }));
  expect(JSON.stringify(sent).length).toBeLessThan(3600);
});
