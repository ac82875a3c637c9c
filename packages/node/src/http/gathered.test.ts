import { expect, it } from 'vitest';
import { gathered } from './gathered.js';

const large = (text: string) => Buffer.from(text.repeat(5000));
const small = (text: string) => Buffer.from(text);

it('keeps all bytes in order, and copies no large piece', () => {
  const [first, second] = [large('a'), large('b')];
  const pieces = [small('1'), small('2'), first, small('3'), second, first, small(''), small('4')];
  const made = gathered(pieces);
  expect(Buffer.concat(made).equals(Buffer.concat(pieces))).toBe(true);
  expect(made.map((piece) => (piece === first ? 0 : piece === second ? 1 : -1))).toEqual([-1, 0, -1, 1, 0, -1]);
});

it('makes one piece of many small ones, and none of none', () => {
  expect(gathered([small('a'), small('b')]).map(String)).toEqual(['ab']);
  expect(gathered([])).toEqual([]);
});
