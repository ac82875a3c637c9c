import { messageOf } from '@loadout/core';
import { defineCommand, jsonFlag } from '@loadout/core/commands';
import { type Answer, type Found, foundText } from './found.js';
import { searchMarketplaces } from './search-marketplaces.js';
import { searchNpm } from './search-npm.js';
import { searchRegistry } from './search-registry.js';

const definition = {
  name: 'search',
  group: 'first steps',
  summary: 'Search npm, the marketplaces of the configuration and the MCP registry for plugins and servers.',
  positionals: [
    { name: 'word', help: 'A word to look for.' },
    { name: 'words', several: true, help: 'More words. A result matches all of them.' },
  ],
  flags: [jsonFlag],
  details: [
    'A result shows its kind, the parts that act once you trust it, its size, its last release, and the line that adds it.',
    'The variable LOADOUT_MCP_REGISTRY names another registry. A source that does not answer is named, and the others are shown.',
  ],
  examples: ['weather', 'code review --json'],
} as const;

/** Exits with 1 if no source answered. */
export default defineCommand(definition, async ({ positionals: words, flags }, host) => {
  const { cwd, env } = host;
  const answers = [
    ...(await Promise.all([answerOf('npm', searchNpm(words, env)), answerOf('the MCP registry', searchRegistry(words, env))])),
    ...(await searchMarketplaces(words, { cwd, env })),
  ];
  const found = answers.flatMap((one) => one.found);
  const silent = answers.filter(({ problem }) => problem !== undefined);
  if (flags.json) host.json({ found, silent: silent.map(({ source, problem }) => ({ source, problem })) });
  else {
    for (const one of found) host.out(`${foundText(one)}\n`);
    if (found.length === 0) host.out(`Nothing fits: ${words.join(' ')}\n`);
    for (const { source, problem } of silent) host.tell(`note: Not searched: ${source}, because ${problem}.\n`);
  }
  return silent.length === answers.length ? 1 : 0;
});

const answerOf = (source: string, asked: Promise<readonly Found[]>): Promise<Answer> =>
  asked.then(
    (found) => ({ source, found }),
    (error: unknown) => ({ source, found: [], problem: messageOf(error) }),
  );
