import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.js';

describe('words', () => {
  it('reads words as bash does', () => {
    // The pieces of the tested words: quotes, escapes and plain characters. The test joins up to three pieces in every order.
    const pieces = [
      'a',
      'B-1',
      '\\ ',
      '\\$',
      "'b c'",
      "'$x\\'",
      '"d e"',
      '"\\$\\"\\\\ \\q"',
      '\\\n',
      '"x\\\ny"',
      '\\"',
      '=~',
      '#',
      'é',
      '!',
      '^',
    ];
    const some = pieces.flatMap((one) => ['', ...pieces].flatMap((two) => ['', 'z', "'q'"].map((three) => one + two + three)));
    const literal = some
      .map((text) => ({ text, analysis: analyse(`: ${text}`) }))
      .filter(
        ({ analysis: { unclear, commands } }) =>
          unclear === undefined && commands.length === 1 && commands[0]?.words.includes(null) === false,
      );
    expect(literal.length).toBeGreaterThan(some.length / 2);
    // A word that vanishes or begins a comment changes the count, so each word has a line of its own.
    const script = literal.map(({ text }) => `p ${text}\n`).join('');
    const printed = execFileSync(
      'bash',
      ['--noprofile', '--norc', '-c', `p() { printf '%s\\1' "$@"; printf '\\2'; }\n${script}`],
      {
        encoding: 'utf8',
      },
    );
    const expected = printed
      .split('\x02')
      .slice(0, -1)
      .map((line) => line.split('\x01').slice(0, -1));
    const seen = literal.map(({ analysis }) => analysis.commands[0]?.words.slice(1) ?? []);
    // Without arguments, printf still prints its separator once.
    expect(seen.map((list) => (list.length === 0 ? [''] : list))).toEqual(expected);
  });
});
