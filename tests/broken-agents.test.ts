import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BrokenAgent, failureIn, type Played, play, readBroken } from './broken-agents.test-kit.js';
import { firstOf } from './lib/breadth.js';
import { root } from './lib/loadout.js';

const PAGES = 'docs/guide/twenty-broken-agents';
const ABOUT =
  'For each [broken agent](../twenty-broken-agents.md): the mistake, a test that catches it, what the test prints, and the lines that mend the configuration.';

/** The pages, each with the agents on it. */
const SUBJECTS = [
  {
    name: 'rules-and-paths',
    title: 'Mistakes with rules and paths',
    folders: ['01-exact-command', '02-name-at-any-depth', '18-host-below-the-domain', '20-secret-in-a-subfolder'],
  },
  {
    name: 'tools-and-limits',
    title: 'Mistakes with tools, limits and output',
    folders: ['03-tool-not-listed', '04-turn-limit', '12-schema-without-a-value', '16-pattern-takes-too-much'],
  },
  {
    name: 'subagents',
    title: 'Mistakes with subagents',
    folders: ['05-subagent-not-listed', '06-grant-missing', '07-allow-of-a-subagent', '08-tools-of-the-lead'],
  },
  {
    name: 'modes-and-values',
    title: 'Mistakes with modes, roles and values',
    folders: [
      '13-plan-mode',
      '14-escaped-param',
      '15-default-of-a-variable',
      '17-ask-where-nobody-is',
      '19-reviewer-that-writes',
    ],
  },
  {
    name: 'hooks',
    title: 'Mistakes with hooks',
    folders: ['09-matcher-misses-a-tool', '10-hook-exits-with-1', '11-hook-after-the-call'],
  },
  {
    name: 'rules-that-match',
    title: 'Mistakes about what a rule matches',
    folders: [
      ...['rule-02-star-is-one-folder', 'rule-10-slash-is-the-workspace', 'rule-09-domain-alone'],
      ...['rule-03-another-command-deletes', 'rule-04-allow-too-wide'],
    ],
  },
  {
    name: 'rules-that-win',
    title: 'Mistakes about which rule wins',
    folders: [
      ...['rule-01-deny-hides-allow', 'rule-05-agent-against-project', 'rule-06-no-grant'],
      ...['rule-07-mode-asks-nobody', 'rule-08-grant-lifts-too-much'],
    ],
  },
];

const INTRO = `# Twenty broken agents

\`\`\`sh
npx @loadout/cli test
\`\`\`

Each agent below has one mistake that people make. Loadout reads its configuration without an error, and the agent starts. A test of a few lines
catches the mistake: it runs without a key, and its failure points at the line that does not hold.`;

const AFTER = `[Test an agent](test-an-agent.md) explains the words. The mistakes of the last two pages, ten in all, need no model: a permission table has a call and its decision in each
row. Write one before you change a rule, and one for each call that must never run.

A test of this repository runs each broken and each mended agent of [tests/broken-agents](../../tests/broken-agents), and writes these pages.`;

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

  it.each(firstOf(10, folders))('%s passes when it is mended', async (folder) => {
    const { code, output } = await play(folder, 'mended');
    expect(code, output).toBe(0);
  });

  it('are each on one page', () => {
    expect(SUBJECTS.flatMap(({ folders: named }) => named).sort()).toEqual(folders);
  });

  /** `npx vitest run tests/broken-agents.test.ts -u` writes the pages again. Read what it writes. */
  it.each(SUBJECTS)(
    'are the page of the guide about $name, with the failures that are printed',
    async ({ name, title, folders: named }) => {
      const page = [`# ${title}`, ABOUT, ...named.map((folder) => section(readBroken(folder)))].join('\n\n');
      await expect(`${page}\n`).toMatchFileSnapshot(join(root, `${PAGES}/${name}.md`));
    },
  );

  it('are listed in the guide', async () => {
    const page = [INTRO, fenced('text', failureIn(broken.get('01-exact-command')?.output ?? '')), AFTER, tableOf(SUBJECTS)].join(
      '\n\n',
    );
    await expect(`${page}\n`).toMatchFileSnapshot(join(root, `${PAGES}.md`));
  });
});

const section = ({ folder, title, about, test, mend }: BrokenAgent): string =>
  [
    `## ${title}`,
    about,
    fenced('yaml', test),
    fenced('text', withoutLines(failureIn(broken.get(folder)?.output ?? ''))),
    fenced('diff', mend),
    `[The whole agent](../../../tests/broken-agents/${folder})`,
  ].join('\n\n');

/** A failure without the lines of the test, which stands above it on the page. */
const withoutLines = (failure: string): string =>
  failure
    .split('\n')
    .filter((line) => !/^ +(?:\d+ )?\|/.test(line))
    .join('\n');

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** A row for each page. */
const tableOf = (subjects: typeof SUBJECTS): string => {
  const rows = subjects.map(({ name, title, folders: named }) => {
    const mistakes = named.map((folder) => readBroken(folder).title).join('; ');
    return `| [${title}](twenty-broken-agents/${name}.md) | ${mistakes} |`;
  });
  return ['| Page | Mistakes |', '| --- | --- |', ...rows].join('\n');
};
