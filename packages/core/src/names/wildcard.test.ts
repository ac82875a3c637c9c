import { expect, it } from 'vitest';
import { matchesWildcard } from './wildcard.js';

it.each([
  ['a*', 'abc', true],
  ['*c', 'abc', true],
  ['a*c*e', 'abcde', true],
  ['a*c*e', 'abde', false],
  ['ab*ba', 'aba', false],
  ['*', '', true],
  ['a*b', 'a\nb', true],
  [`${'*a'.repeat(60)}b`, 'a'.repeat(100_000), false],
  ['abc', 'abcd', false],
])('%s against %s: %s', (pattern, text, fits) => expect(matchesWildcard(pattern, text)).toBe(fits));
