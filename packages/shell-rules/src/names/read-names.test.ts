import { expect, it } from 'vitest';
import { BAD } from './bad-texts.fixture.js';
import { GOOD } from './good-texts.fixture.js';
import { readNames } from './read-names.js';

it.each(GOOD)('%s: a value stays a value', (text) => {
  expect(readNames(text, ['x', 'y']).problems).toEqual([]);
});

it.each(BAD)('%s: is refused, since it is %s', (text, word) => {
  const { problems } = readNames(text, ['x', 'y']);
  expect(problems.map(({ where, why }) => `${where} ${why}`).join('\n')).toContain(word);
});

it('counts at least 150 texts', () => {
  expect(GOOD.length + BAD.length).toBeGreaterThanOrEqual(150);
});

it('tells which names a text reads', () => {
  expect([...readNames('echo "$x" "$(cat "${y:-a}")"', ['x', 'y', 'z']).used].sort()).toEqual(['x', 'y']);
});
