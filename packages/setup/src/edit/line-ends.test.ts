import { expect, it } from 'vitest';
import { addRule } from './add-rule.js';
import { addEntry } from './edit-entries.js';

const TEXTS = [
  'plugins:\n  a: x\n',
  'plugins:\n',
  'agents: {}\n',
  '# head\n\nagents: {}\n',
  'plugins:\n  a:\n    use: x\n    # inner\n  # after\nagents: {}',
  'plugins:\n  a: |\n    text\n\n\nagents: {}\n',
];
const windows = (text: string) => text.replaceAll('\n', '\r\n');

it.each(TEXTS)('a file whose lines end as Windows writes them keeps these ends, and gets what any other gets: %j', (text) => {
  const entry = { section: 'plugins', key: 'k', value: { use: '@a/b', options: { o: 'one' } } } as const;
  expect(addEntry(windows(text), entry)).toBe(windows(addEntry(text, entry)));
  expect(addRule(windows(text), 'Bash(ls:*)', 'deny')).toBe(windows(addRule(text, 'Bash(ls:*)', 'deny')));
});

it('of a file with both ends, an entry changes no other line', () => {
  const text = 'agents: {}\r\nplugins:\n  a: x\n';
  expect(addEntry(text, { section: 'plugins', key: 'k', value: 'y' })).toBe(`${text.trimEnd()}\n  k: "y"\n`);
});
