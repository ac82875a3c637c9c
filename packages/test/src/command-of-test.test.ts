import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { parseArguments } from '../../cli/src/arguments/parse-arguments.js';
import { commandOfTest } from './command-of-test.js';
import { definition } from './definition.js';

/** The words that bash gives to the command. */
function wordsOf(command: string): readonly string[] {
  const script = `loadout() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(1, -1);
}

it.each(['tells the time', '-x', '--keep', 'doesn\'t run `id` or $(id) at $HOME \\ "now"!', 'two\nlines', 'größer'])(
  'the command of the test %j gives its name to loadout test',
  (name) => {
    const { positionals, flags } = parseArguments(definition, wordsOf(commandOfTest({ name }, '--record all')));
    expect([flags.filter ?? positionals[0], flags.record]).toEqual([name, 'all']);
  },
);

it('a plain name stands in the quotes that people write', () => {
  expect(commandOfTest({ name: 'tells the time' })).toBe('loadout test "tells the time"');
});
