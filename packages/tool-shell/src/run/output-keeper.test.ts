import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { keepOutput } from './output-keeper.js';
import { createSpillFile } from './spill-file.js';

const folder = mkdtempSync(join(tmpdir(), 'loadout-keeper-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

const keepIn = (limit: number, chunks: readonly string[], most?: number) => {
  const name = `${++count}`;
  const keeper = keepOutput(createSpillFile({ folder, name }, { most }), limit);
  for (const chunk of chunks) keeper.push(Buffer.from(chunk));
  return { ...keeper.end(), path: join(folder, name) };
};
const keep = (limit: number, chunks: readonly string[]) => {
  const { text, path } = keepIn(limit, chunks);
  return text.replace(path, 'FILE');
};

describe('keepOutput', () => {
  it('gives back all of what fits into both ends', () => {
    expect(keep(4, ['ab', 'cdef', 'gh'])).toBe('abcdefgh');
    expect(keep(4, ['é', 'é', 'é', 'é'])).toBe('éééé');
    expect(keep(3, ['é', 'é'])).toBe('éé');
    expect(keep(4, [])).toBe('');
  });

  it('says how many bytes lie between the ends', () => {
    expect(keep(4, ['0123456789abc'])).toBe('0123\n... [5 of 13 bytes left out; the whole output is in FILE] ...\n9abc');
    expect(keep(4, [...'0123456789abc'])).toBe('0123\n... [5 of 13 bytes left out; the whole output is in FILE] ...\n9abc');
  });

  it('cuts no character in two', () => {
    expect(keep(3, ['é'.repeat(10)])).toBe('é\n... [14 of 20 bytes left out; the whole output is in FILE] ...\né');
  });

  it('loses nothing: what does not stay in memory is whole in a file', () => {
    const { path } = keepIn(4, ['01', '2345', '6789abc']);
    expect(readFileSync(path, 'utf8')).toBe('0123456789abc');
  });

  it('leaves no file for what fits', () => {
    expect(existsSync(keepIn(4, ['01', '2345', '67']).path)).toBe(false);
    expect(existsSync(keepIn(4, ['01']).path)).toBe(false);
  });

  it('writes no more than the cap, and says so', () => {
    const { path, leftOut } = keepIn(4, ['0123456789abc', 'def'], 6);
    expect(readFileSync(path, 'utf8')).toBe('012345');
    expect(leftOut).toBe(`8 of 16 bytes left out; the whole output is in ${path} (its first 0 MiB)`);
  });

  it('goes on without the file where none can be written', () => {
    const keeper = keepOutput(createSpillFile({ folder: '/dev/null/nope', name: 'x' }), 4);
    keeper.push(Buffer.from('0123456789abc'));
    expect(keeper.end()).toEqual({ text: '0123\n... [5 of 13 bytes left out] ...\n9abc', leftOut: '5 of 13 bytes left out' });
  });
});
