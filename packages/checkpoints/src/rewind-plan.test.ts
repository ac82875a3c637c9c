import { rmSync, utimesSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bench } from './checkpoints.test-kit.js';
import { planRewind } from './rewind-plan.js';

/** A session whose last record was written at a time, after its tools changed two files and made a third. */
async function worked() {
  const made = bench();
  made.byHand('a', 'old');
  made.byHand('b', 'old');
  const s = made.session();
  s.ask('p1');
  for (const name of ['a', 'b', 'c']) await s.put(name, 'new');
  const modified = new Date('2026-01-02T00:00:00Z');
  const header = { id: basename(s.place.dir), artifactDir: dirname(dirname(s.place.dir)), startedAt: modified.toISOString() };
  const changedAt = (name: string, day: string) => utimesSync(made.at(name), new Date(day), new Date(day));
  for (const name of ['a', 'b', 'c']) changedAt(name, '2026-01-01');
  const plan = (folder = made.folder) => planRewind({ header, modified }, { prompt: 'p1', folder });
  return { ...made, s, changedAt, plan };
}

describe('the plan of a rewind', () => {
  it('says of each file what becomes of it, and changes nothing', async () => {
    const { plan, at, tree } = await worked();
    rmSync(at('b'));
    const before = tree();
    expect(plan().files).toMatchObject([
      { path: at('a'), change: 'restore', insertions: 1, deletions: 1 },
      { path: at('b'), change: 'create', insertions: 1, deletions: 0 },
      { path: at('c'), change: 'remove', insertions: 0, deletions: 1 },
    ]);
    expect(tree()).toEqual(before);
  });

  it('names the files that are newer than the session, and after a rewind those that are newer than that', async () => {
    const { plan, changedAt, s, byHand } = await worked();
    const changed = () => plan().files.map(({ path, isChangedSince }) => [basename(path), isChangedSince]);
    changedAt('a', '2026-01-03');
    expect(changed()).toEqual([
      ['a', true],
      ['b', false],
      ['c', false],
    ]);
    s.rewind('p1');
    byHand('b', 'by hand');
    changedAt('b', '2026-01-04');
    expect(changed()).toEqual([['b', false]]);
    changedAt('b', '2999-01-01');
    expect(changed()).toEqual([['b', true]]);
  });

  it('names the files outside of a folder, also of one whose name only begins alike', async () => {
    const { plan, folder, at } = await worked();
    const outside = (from: string) => plan(from).files.map(({ isOutside }) => isOutside);
    expect(outside(folder)).toEqual([false, false, false]);
    expect(outside(at('a')).slice(1)).toEqual([true, true]);
    expect(outside(`${folder}-other`)).toEqual([true, true, true]);
    expect(outside(folder.slice(0, -1))).toEqual([true, true, true]);
    expect(outside(dirname(folder))).toEqual([false, false, false]);
  });
});
