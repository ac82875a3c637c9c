import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BrokenAgent, failureIn, type Played, play, readBroken } from './broken-agents.test-kit.js';
import { root } from './lib/loadout.js';

const folders = readdirSync(join(root, 'tests/broken-agents')).sort();
const agents = folders.filter((folder) => !folder.startsWith('rule-')).map(readBroken);
const rules = folders.filter((folder) => folder.startsWith('rule-')).map(readBroken);
const broken = new Map<string, Played>();

beforeAll(async () => {
  for (const { folder } of [...agents, ...rules]) broken.set(folder, await play(folder, 'broken'));
});

describe('twenty broken agents and ten rule mistakes', () => {
  it('are twenty and ten', () => expect([agents.length, rules.length]).toEqual([20, 10]));

  it.each(folders)('%s fails at a line of its test', (folder) => {
    const { code, output } = broken.get(folder) ?? { code: undefined, output: '' };
    expect(code, output).toBe(1);
    expect(failureIn(output)).toMatch(/^agent\.test\.yaml:\d+:\d+ {2}\S/);
  });

  it.each(folders)('%s passes when it is mended', async (folder) => {
    const { code, output } = await play(folder, 'mended');
    expect(code, output).toBe(0);
  });

  /** `npx vitest run tests/broken-agents.test.ts -u` writes the page again. Read what it writes. */
  it('are the page of the guide, with the failures that are printed', async () => {
    await expect(page()).toMatchFileSnapshot(join(root, 'docs/guide/twenty-broken-agents.md'));
  });
});

const page = () =>
  `${[
    INTRO,
    ...agents.map((one, index) => section(`${index + 1}. ${one.title}`, one)),
    RULES,
    ...rules.map((one, index) => section(`${agents.length + index + 1}. ${one.title}`, one)),
  ].join('\n\n')}\n`;

const section = (title: string, { folder, about, config, test, mend }: BrokenAgent): string =>
  [
    `## ${title}`,
    about,
    fenced('yaml', config),
    'The test:',
    fenced('yaml', test),
    'It prints:',
    fenced('text', failureIn(broken.get(folder)?.output ?? '')),
    'The mend:',
    fenced('diff', mend),
  ].join('\n\n');

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

const INTRO = `# Twenty broken agents

\`\`\`sh
npx @loadout/cli test
\`\`\`

Each agent on this page has one mistake that people make. Loadout reads its configuration without an error, and the agent starts. A test of a few lines
catches the mistake: it runs without a key, and its failure points at the line that does not hold. [Test an agent](test-an-agent.md) explains the words.

The sources are in [tests/broken-agents](../../tests/broken-agents). A test of this repository runs each broken and each mended agent, and writes this page.`;

const RULES = `# Ten mistakes in rules

A permission table needs no model: each row is a call and its decision. Write one before you change a rule, and one for each call that must never run.`;
