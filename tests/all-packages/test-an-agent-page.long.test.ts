import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testIn } from '../broken-agents.test-kit.js';
import { project, root } from '../lib/loadout.js';

const read = (page: string) => readFileSync(join(root, 'docs/guide', page), 'utf8');
const pages = ['test-an-agent.md', 'test-an-agent/calls.md', 'test-an-agent/real-models.md'].map(read).join('\n');
const blocks = [...pages.matchAll(/^## (.*)\n\n```yaml\n([\s\S]*?)```|^```yaml\n([\s\S]*?)```/gm)].map(
  ([, title = 'the first block', under, alone]) => ({ title, yaml: under ?? alone ?? '' }),
);
const config = blocks[0]?.yaml ?? '';
const tests = blocks.filter(({ yaml }) => yaml.startsWith('tests:'));

describe('the pages about tests', () => {
  it('have tests for each of their subjects', () => expect(tests.length).toBeGreaterThanOrEqual(6));

  it('begin with an agent whose test passes', async () => {
    const { code, output } = await testIn(project({ 'agent.config.yaml': config }));
    expect(code, output).toBe(0);
  });

  it.each(tests)('show a test that passes or is skipped: $title', async ({ title, yaml }) => {
    const cwd = project({ 'agent.config.yaml': config, 'agent.test.yaml': yaml });
    const { code, output } = await testIn(cwd);
    expect(code, output).toBe(0);
    expect(output).toMatch(title.includes('real model') ? /1 skipped/ : /^2 passed/m);
  });
});
