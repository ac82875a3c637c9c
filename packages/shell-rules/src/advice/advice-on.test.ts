import { expect, it } from 'vitest';
import { PROGRAMS } from '../programs/index.js';
import { adviceOn } from './advice-on.js';

const kindOf = (specifier: string, behavior: 'allow' | 'deny' = 'allow') => adviceOn({ behavior, specifier })?.kind;

it.each([
  ['node:*', 'broad'],
  ['/usr/bin/python3 *', 'broad'],
  ['git frobnicate:*', 'unchecked'],
  ['git status:*', undefined],
  ['npm test:*', undefined],
  ['a && b', 'never'],
  ['timeout 5 ls:*', 'never'],
  ['git * push', 'never'],
])('an allow rule for %s: %s', (specifier, kind) => expect(kindOf(specifier)).toBe(kind));

it('a deny rule is only said to match nothing', () => {
  expect([kindOf('node:*', 'deny'), kindOf('git frobnicate:*', 'deny'), kindOf('a | b', 'deny')]).toEqual([
    undefined,
    undefined,
    'never',
  ]);
});

it.each(Object.entries(PROGRAMS))(
  'a rule for %s with a subcommand that its tables cover needs no advice (N1)',
  (name, program) => {
    const words = Object.keys(program.covers).filter((one) => one !== '' && kindOf(`${name}:*`) !== 'broad');
    const isGroup = (word: string) => words.some((other) => other.startsWith(`${word} `));
    for (const word of words.filter((one) => !isGroup(one)))
      expect([word, kindOf(`${name} ${word}:*`)]).toEqual([word, undefined]);
  },
);
