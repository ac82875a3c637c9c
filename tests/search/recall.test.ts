import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callTool, mountPlugin, testContext } from '@loadout/testing';
import search from '@loadout/tool-search';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../lib/loadout.js';
import { QUESTIONS } from './questions.test-kit.js';

const PATHS = ['docs/**/*.md', 'decisions/*.md', 'packages/*/README.md', 'ARCHITECTURE.md'];

interface Found {
  readonly passages: readonly { readonly path: string; readonly heading: string }[];
}

it('of 30 questions about this documentation, at least 26 find an answering page among their first 5 passages', async () => {
  const stateDir = realpathSync(mkdtempSync(join(tmpdir(), 'recall-')));
  const context = testContext({ cwd: root, roots: [realpathSync(root)] });
  onTestFinished(async () => {
    rmSync(stateDir, { recursive: true, force: true });
    await context.dispose();
  });
  const options = { sources: [{ name: 'docs', paths: PATHS }] };
  const { tools = [] } = await mountPlugin(search, { options, configDir: root, stateDir });
  const [tool] = tools;
  if (tool === undefined) throw new Error('the plugin has no tool');
  const missed: string[] = [];
  for (const [query, ...pages] of QUESTIONS) {
    const { structuredContent } = await callTool(tool, { query, limit: 5 }, context);
    const found = (structuredContent as Found).passages.map(({ path }) => path.slice(realpathSync(root).length));
    if (!found.some((path) => pages.some((page) => path.replace(/^\//, '').startsWith(page))))
      missed.push(`${query}: ${found.join(', ')}`);
  }
  expect(QUESTIONS.length).toBe(30);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(4);
});
