import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describePlugin, mountPlugin, type TestContext } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import plugin from './index.js';

const docs = ({ dir }: TestContext) => {
  mkdirSync(join(dir, 'docs'), { recursive: true });
};

describePlugin(plugin, {
  describe,
  it,
  packageJson: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
  options: { sources: [{ name: 'docs', paths: ['docs/**/*.md'] }] },
  invalidOptions: [
    { options: { sources: [{ name: 'docs' }] }, path: '/sources/0/paths' },
    { options: { sources: [{ name: 'My docs', paths: ['a'] }] }, path: '/sources/0/name' },
    { options: { sources: [{ name: 'docs', paths: [] }] }, path: '/sources/0/paths' },
    { options: { refreshSeconds: -1 }, path: '/refreshSeconds' },
  ],
  tools: {
    Search: {
      valid: [
        // The kit takes a read of a file that `mayRead` answered for as one that access did not name: files are in the other test.
        { input: { query: 'nothing' }, setup: docs, text: /^No passage in 0 files has/ },
      ],
      invalid: [
        { input: {}, path: '/query' },
        { input: { query: '' }, path: '/query' },
        { input: { query: 'x', source: 'web' }, refusal: /^There is no source "web"\. There are: docs\./ },
        { input: { query: 'x', limit: 21 }, path: '/limit' },
      ],
    },
  },
});

it('two sources of one name are refused when the plugin is set up', async () => {
  const sources = [
    { name: 'docs', paths: ['a'] },
    { name: 'docs', paths: ['b'] },
  ];
  const setUp = async () => mountPlugin(plugin, { options: { sources } });
  await expect(setUp()).rejects.toMatchObject({ code: 'SEARCH_SOURCE_TWICE' });
});
