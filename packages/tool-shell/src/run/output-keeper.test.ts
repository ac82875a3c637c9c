import { describe, expect, it } from 'vitest';
import { keepOutput } from './output-keeper.js';

const keep = (limit: number, chunks: readonly string[]) => {
  const keeper = keepOutput(limit);
  for (const chunk of chunks) keeper.push(Buffer.from(chunk));
  return keeper.text();
};

describe('keepOutput', () => {
  it('gives back all of what fits into both ends', () => {
    expect(keep(4, ['ab', 'cdef', 'gh'])).toBe('abcdefgh');
    expect(keep(4, ['é', 'é', 'é', 'é'])).toBe('éééé');
    expect(keep(3, ['é', 'é'])).toBe('éé');
    expect(keep(4, [])).toBe('');
  });

  it('says how many bytes lie between the ends', () => {
    expect(keep(4, ['0123456789abc'])).toBe('0123\n... [5 bytes left out] ...\n9abc');
    expect(keep(4, [...'0123456789abc'])).toBe('0123\n... [5 bytes left out] ...\n9abc');
  });

  it('cuts no character in two', () => {
    expect(keep(3, ['é'.repeat(10)])).toBe('é\n... [14 bytes left out] ...\né');
  });
});
