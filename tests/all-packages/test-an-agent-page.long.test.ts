import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testIn } from '../broken-agents.test-kit.js';
import { project, root } from '../lib/loadout.js';

const page = readFileSync(join(root, 'docs/guide/test-an-agent.md'), 'utf8');
const blocks = [...page.matchAll(/^## (.*)\n\n```yaml\n([\s\S]*?)```|^```yaml\n([\s\S]*?)```/gm)].map(
  ([, title = 'the first block', under, alone]) => ({ title, yaml: under ?? alone ?? '' }),
);
const config = blocks[0]?.yaml ?? '';
const tests = blocks.filter(({ yaml }) => yaml.startsWith('tests:'));

describe('the page about tests', () => {
  it('has tests for each of its subjects', () => expect(tests.length).toBeGreaterThanOrEqual(6));

  it('begins with an agent whose test passes', async () => {
    const { code, output } = await testIn(project({ 'agent.config.yaml': config }));
    expect(code, output).toBe(0);
  });

  it.each(tests)('shows a test that passes or is skipped: $title', async ({ title, yaml }) => {
    const cwd = project({ 'agent.config.yaml': config, 'agent.test.yaml': yaml });
    const { code, output } = await testIn(cwd);
    expect(code, output).toBe(0);
    expect(output).toMatch(title.includes('real model') ? /1 skipped/ : /^2 passed/m);
  });
});
