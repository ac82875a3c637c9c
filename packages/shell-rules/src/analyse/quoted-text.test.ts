import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../fuzz/lib/random.mjs';
import { analyse } from './analyse.js';

/** The words that bash reads from a text. */
function wordsOf(texts: readonly string[]): readonly string[][] {
  const script = texts.map((text) => `printf '%s\\0' -- ${text}; printf '\\n\\0'`).join('\n');
  const out = execFileSync('bash', ['--noprofile', '--norc', '-c', script], {
    encoding: 'utf8',
    env: { LANG: 'C' },
  });
  return out
    .split('\n\0')
    .slice(0, -1)
    .map((line) => line.split('\0').slice(1, -1));
}

describe('quoting that bash reads as plain text (C11)', () => {
  it.each([
    ["cat $'a\\x62\\n\\101\\t\\\\'", 'ab\nA\t\\'],
    ["cat a$'b c'd", 'ab cd'],
    ["cat $'it\\'s'", "it's"],
    ["cat $'\\u0041\\U00000042'", 'AB'],
    ['cat HEAD@{1}', 'HEAD@{1}'],
    ['cat HEAD^{tree}', 'HEAD^{tree}'],
    ['cat v1^{}', 'v1^{}'],
    ['cat stash@{0}..HEAD@{u}', 'stash@{0}..HEAD@{u}'],
    ['cat x{}', 'x{}'],
  ])('%j is given %j (C11)', (command, word) => {
    const { unclear, commands } = analyse(command);
    expect(unclear).toBeUndefined();
    expect(commands[0]?.words[1]).toBe(word);
  });

  it.each([
    "cat $'\\0'",
    "cat $'a\\x00b'",
    "cat $'\\ca'",
    "cat $'\\q'",
    "cat $'\\xff'",
    "cat $'\\u00e9'",
    "cat $'\\x'",
    "cat $'\\400'",
    'cat $"a"',
    'sh -c "cat $\'a\'"',
    'cat {a,b}',
    'cat {1..3}',
    'cat {a}b,c}',
    'cat {a',
    'cat a}',
    'cat {a{b}}',
    'cat {$x,y}',
  ])('%j is not (C11)', (command) => expect(analyse(command)).toMatchObject({ unclear: expect.any(String) }));

  it('takes no word for plain that bash reads in another way', () => {
    const random = createRandom(11);
    const pieces = ['{', '}', '{', '}', ',', '..', 'a', '1', '@', '^', "$'", "'", '\\', 'x41', 'n', '"', 'b,c', '\\x4', '101'];
    const texts = Array.from({ length: 4_000 }, () =>
      Array.from({ length: 1 + random.below(9) }, () => random.pick(pieces)).join(''),
    );
    const plain = texts.flatMap((text) => {
      const { unclear, commands, files } = analyse(`echo ${text}`);
      const word = commands[0]?.words[1];
      const isOne = unclear === undefined && commands.length === 1 && commands[0]?.words.length === 2 && files.length === 0;
      return isOne && typeof word === 'string' ? [{ text, word }] : [];
    });
    const read = wordsOf(plain.map(({ text }) => text));
    expect(plain.length).toBeGreaterThan(400);
    expect(plain.filter(({ word }, index) => read[index]?.length !== 1 || read[index]?.[0] !== word)).toEqual([]);
  });
});
