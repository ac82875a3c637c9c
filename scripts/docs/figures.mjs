import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommands } from '../../packages/shell-rules/fuzz/lib/read-commands.mjs';
import { BYPASSES } from '../../packages/shell-rules/fuzz/lib/seeds.mjs';
import { replaceBlock } from '../lib/generated.mjs';
import { cell, table } from './markdown.mjs';
import { peerTables } from './speed.mjs';

const PAGE = 'docs/guide/in-figures.md';

/** The page with the tables of speed and safety: its two blocks, from the stored measurements and the commands of the tests. */
export function figuresPage(root) {
  if (!existsSync(join(root, PAGE))) return {};
  const { tables } = JSON.parse(readFileSync(join(root, 'bench/peers.json'), 'utf8'));
  const text = replaceBlock(readFileSync(join(root, PAGE), 'utf8'), { name: 'speed', block: peerTables(tables, '###') });
  return { [PAGE]: replaceBlock(text, { name: 'safety', block: safetyTable(root) }) };
}

function safetyTable(root) {
  const count = (name) => readCommands(join(root, 'packages/shell-rules/fuzz', `${name}.txt`)).commands.length;
  const rows = [
    ['commands that once passed some checker, under rules for other programs', BYPASSES.length, 'none runs', 'bypasses'],
    ['commands outside the everyday work of a program with a rule', count('beyond-rules'), 'each asks', 'program-rules'],
    ['commands of that everyday work', count('within-rules'), 'each runs', 'program-rules'],
    ['ordinary commands of agents, each part with a rule', count('ordinary-commands'), 'at most 2 % ask', 'false-asks'],
    ['commands that only read, without a rule', count('reading-commands'), 'each runs', 'false-asks'],
  ];
  return table(
    ['Tried', 'How many', 'Law', 'Test'],
    rows.map(([tried, number, law, test]) => [
      cell(tried),
      String(number),
      cell(law),
      `[${test}](../../packages/shell-rules/fuzz/${test}.long.test.ts)`,
    ]),
  );
}
