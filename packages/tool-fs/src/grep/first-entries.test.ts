import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setUp } from '../testing/context.js';
import { firstEntries } from './first-entries.js';
import { searchRipgrep } from './ripgrep/search-ripgrep.js';
import type { SearchWith } from './search.js';

const FILES = 30;
const LINES = 10;
const HEAD_START_MS = 30_000;

type Ripgrep = SearchWith['ripgrep'];

const ripgrep: Ripgrep = searchRipgrep;

/** A search whose time is up in every head start after its first entry. */
const slow =
  (search: Ripgrep): Ripgrep =>
  async (run) => {
    if (run.timeoutMs > HEAD_START_MS) return search(run);
    const end = await search({
      ...run,
      onEntry(entry) {
        run.onEntry(entry);
        return false;
      },
    });
    return { ...end, timedOut: true };
  };

/** A search for up to `atMost` lines of 300, which also returns the orders in which it searched. */
async function searchWith(searchOnce: Ripgrep, atMost: number) {
  const { folder, context } = await setUp();
  for (let file = 0; file < FILES; file++) {
    mkdirSync(join(folder, `d${file % 7}`), { recursive: true });
    writeFileSync(join(folder, `d${file % 7}`, `${file}.txt`), 'needle\n'.repeat(LINES));
  }
  const orders: string[] = [];
  const place = { folder, show: (path: string) => path };
  const found = await firstEntries(
    { input: { pattern: 'needle' }, mode: 'content', place, atMost },
    {
      ripgrep: (run) => {
        orders.push(run.sorted ? 'by path' : 'any');
        return searchOnce(run);
      },
      context,
      deadline: performance.now() + 10 * HEAD_START_MS,
    },
    HEAD_START_MS,
  );
  return { orders, found, lines: found.entries.map(({ path, line }) => `${path}:${line}`) };
}

describe('the first entries of a search', () => {
  it('come from one search if it reaches its limit in its head start', async () => {
    const { orders, found, lines } = await searchWith(ripgrep, 25);
    expect(orders).toEqual(['by path']);
    expect(found.hasMore).toBe(true);
    expect(lines).toHaveLength(25);
    expect(lines.slice(0, 11)).toEqual([...Array.from({ length: LINES }, (_, index) => `d0/0.txt:${index + 1}`), 'd0/14.txt:1']);
  });

  it('are the same ones if the head start was too short', async () => {
    const { orders, found } = await searchWith(slow(ripgrep), 25);
    expect(orders).toEqual(['by path', 'any', 'by path']);
    expect(found).toEqual((await searchWith(ripgrep, 25)).found);
  });

  it('are all entries, from a search in any order, if they are no more than the limit', async () => {
    const { orders, found } = await searchWith(slow(ripgrep), FILES * LINES);
    expect(orders).toEqual(['by path', 'any']);
    expect(found).toMatchObject({ hasMore: false, end: { timedOut: false } });
    expect(found.entries).toHaveLength(FILES * LINES);
  });

  it('need no head start if all are wanted', async () => {
    expect((await searchWith(ripgrep, Number.POSITIVE_INFINITY)).orders).toEqual(['any']);
  });
});
