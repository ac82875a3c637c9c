import {
  chmodSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bench } from './checkpoints.test-kit.js';

describe('a rewind', () => {
  it('restores changed files, removes created files with their folders, and counts lines (STATE-04)', async () => {
    const { session, byHand, tree, at } = bench();
    byHand('a.sh', 'one\ntwo\nthree\n');
    chmodSync(at('a.sh'), 0o755);
    const before = tree();
    const s = session();
    s.ask('p1');
    await s.put('a.sh', 'one\n2\nthree\nfour\n');
    chmodSync(at('a.sh'), 0o600);
    await s.put('new/deep/b.txt', 'x\ny\n');
    expect(s.rewind('p1')).toEqual({
      canRewind: true,
      filesChanged: [at('a.sh'), at('new/deep/b.txt')],
      insertions: 1,
      deletions: 4,
    });
    expect(tree()).toEqual(before);
  });

  it('undoes later prompts too, and keeps the work of earlier ones (SESS-06)', async () => {
    const { session, byHand, text } = bench();
    byHand('a', '0');
    const s = session();
    for (const n of [1, 2, 3]) {
      s.ask(`p${n}`);
      await s.put('a', `${n}`);
      await s.put(`made-${n}`, 'x');
    }
    s.rewind('p2');
    expect([text('a'), text('made-1'), text('made-2'), text('made-3')]).toEqual(['1', 'x', undefined, undefined]);
    s.rewind('p1');
    expect([text('a'), text('made-1')]).toEqual(['0', undefined]);
  });

  it('goes back to a prompt that changed nothing itself', async () => {
    const { session, byHand, text } = bench();
    byHand('a', '0');
    const s = session();
    s.ask('p1');
    s.ask('p2');
    await s.put('a', '2');
    expect(s.rewind('p1').canRewind).toBe(true);
    expect(text('a')).toBe('0');
    expect(s.rewind('p1')).toEqual({ canRewind: true, filesChanged: [], insertions: 0, deletions: 0 });
  });

  it('reports the same in a dry run, and changes nothing (STATE-04)', async () => {
    const { session, byHand, tree } = bench();
    byHand('a', 'old\n');
    const s = session();
    s.ask('p1');
    await s.put('a', 'new\n');
    await s.put('new/b', 'x');
    const before = tree();
    const index = readFileSync(s.index, 'utf8');
    const told = s.rewind('p1', true);
    expect(told).toMatchObject({ canRewind: true, insertions: 1, deletions: 2 });
    expect(tree()).toEqual(before);
    expect(readFileSync(s.index, 'utf8')).toBe(index);
    expect(s.rewind('p1')).toEqual(told);
  });

  it('shows the texts of each file before and after in a dry run, and reads none otherwise', async () => {
    const { session, byHand, tree, at } = bench();
    byHand('a', 'old\n');
    byHand('picture', new Uint8Array([0, 1, 2]));
    byHand('latin', new Uint8Array([0xe9, 0x0a]));
    const s = session();
    s.ask('p1');
    await s.put('a', 'new\n');
    await s.put('b', 'made\n');
    await s.put('picture', 'text');
    await s.put('latin', 'e');
    await s.before('gone');
    const before = tree();
    expect(s.preview('p1').changes).toEqual([
      { path: at('a'), before: 'new\n', after: 'old\n' },
      { path: at('b'), before: 'made\n' },
      { path: at('latin'), isBinary: true },
      { path: at('picture'), isBinary: true },
    ]);
    expect(s.preview('p1').filesChanged).toEqual(['a', 'b', 'latin', 'picture'].map(at));
    expect(tree()).toEqual(before);
    expect(s.rewind('p1', true)).not.toHaveProperty('changes');
    rmSync(at('a'));
    expect(s.preview('p1').changes?.[0]).toEqual({ path: at('a'), after: 'old\n' });
    expect(s.rewind('p1')).not.toHaveProperty('changes');
    expect(s.preview('p1').changes).toEqual([]);
  });

  it('changes nothing for an unknown message, and says so', async () => {
    const { session, text } = bench();
    const s = session();
    s.ask('p1');
    await s.put('a', 'x');
    expect(s.rewind('p0')).toEqual({ canRewind: false, error: expect.stringContaining('no checkpoint for the message "p0"') });
    expect(text('a')).toBe('x');
  });

  it('leaves files that no tool changed, and folders with other contents', async () => {
    const { session, byHand, text } = bench();
    byHand('mine', '1');
    const s = session();
    s.ask('p1');
    await s.put('new/a', 'x');
    byHand('new/mine', '1');
    byHand('mine', '2');
    s.rewind('p1');
    expect([text('mine'), text('new/mine'), text('new/a')]).toEqual(['2', '1', undefined]);
  });

  it('restores a file whose folder was removed, and a file that became a folder', async () => {
    const { session, byHand, tree, at } = bench();
    byHand('deep/er/a', '1');
    byHand('b', '1');
    const before = tree();
    const s = session();
    s.ask('p1');
    await s.put('deep/er/a', '2');
    await s.put('b', '2');
    for (const name of ['deep', 'b']) rmSync(at(name), { recursive: true });
    await s.put('b/inside', 'x');
    const told = s.rewind('p1', true);
    expect(s.rewind('p1')).toEqual(told);
    expect(told.error).toBeUndefined();
    expect(tree()).toEqual(before);
  });

  it('restores the mode of a file with unchanged content', async () => {
    const { session, byHand, at } = bench();
    byHand('a', 'same');
    const s = session();
    s.ask('p1');
    await s.before('a');
    chmodSync(at('a'), 0o640);
    expect(s.rewind('p1')).toMatchObject({ filesChanged: [at('a')], insertions: 0, deletions: 0 });
    expect(statSync(at('a')).mode & 0o777).toBe(0o644);
  });

  it('leaves no other file behind, and removes a leftover of a killed rewind', async () => {
    const { session, byHand, folder, at } = bench();
    byHand('a', '1');
    const s = session();
    s.ask('p1');
    await s.put('a', '2');
    s.rewind('p1');
    expect(readdirSync(folder)).toEqual(['a']);
    const line = readFileSync(s.index, 'utf8')
      .split('\n')
      .find((one) => one.includes('"temporary"'));
    const { path } = JSON.parse(line ?? '') as { path: string };
    expect(path).toMatch(at('.loadout-'));
    writeFileSync(path, 'half');
    s.reopen();
    s.ask('p2');
    expect(readdirSync(folder)).toEqual(['a']);
  });
});

describe('names files that cannot be restored, and restores the others:', () => {
  async function changed() {
    const made = bench();
    for (const name of ['a', 'b', 'sub/c']) made.byHand(name, 'old');
    const s = made.session();
    s.ask('p1');
    for (const name of ['a', 'b', 'sub/c']) await s.put(name, 'new');
    return { ...made, s };
  }

  it('a link in place of a file, which is not followed (STATE-04)', async () => {
    const { s, at, byHand, text } = await changed();
    byHand('other', 'precious');
    rmSync(at('a'));
    symlinkSync('other', at('a'));
    const result = s.rewind('p1');
    expect(result).toMatchObject({ canRewind: true, filesChanged: [at('b'), at('sub/c')] });
    expect(result.error).toContain(`1 of 3 files could not be restored and were left as they are: ${at('a')}: `);
    expect(result.error).toContain('a symbolic link stands in its place');
    expect([text('other'), text('b'), readlinkSync(at('a'))]).toEqual(['precious', 'old', 'other']);
  });

  it('a link in the path of a file, for a file that existed and one that did not', async () => {
    const { s, at, byHand, text } = await changed();
    await s.put('sub/made', 'new');
    byHand('elsewhere/c', 'precious');
    byHand('elsewhere/made', 'precious');
    renameSync(at('sub'), at('moved'));
    symlinkSync('elsewhere', at('sub'));
    const result = s.rewind('p1');
    expect(result.error).toContain(`The folder ${at('sub')} now leads to ${at('elsewhere')}`);
    expect(result.error).toContain('2 of 4 files');
    expect([text('elsewhere/c'), text('elsewhere/made'), text('a')]).toEqual(['precious', 'precious', 'old']);
  });

  it('a missing or damaged copy', async () => {
    const { s, at, byHand, text } = await changed();
    byHand('d', 'other');
    await s.put('d', 'new');
    for (const name of s.copies()) {
      const copy = join(s.place.dir, 'content', name);
      if (readFileSync(copy, 'utf8') === 'old') writeFileSync(copy, 'OLD');
    }
    const result = s.rewind('p1');
    expect(result.filesChanged).toEqual([at('d')]);
    expect(result.error).toMatch(/3 of 4 .* is damaged/);
    rmSync(join(s.place.dir, 'content'), { recursive: true });
    expect(s.rewind('p1').error).toMatch(/cannot be read/);
    expect([text('a'), text('d')]).toEqual(['new', 'other']);
  });

  it('a file below a path that is now a file', async () => {
    const { s, at, text } = await changed();
    renameSync(at('sub'), at('moved'));
    writeFileSync(at('sub'), 'in the way');
    expect(s.rewind('p1').error).toContain(
      `1 of 3 files could not be restored and were left as they are: ${at('sub/c')}: EEXIST: file already exists`,
    );
    expect([text('sub'), text('a')]).toEqual(['in the way', 'old']);
  });

  it('a file that was too large for a copy, unless it is unchanged', async () => {
    const { s, at, byHand, text } = await changed();
    byHand('large', 'x');
    truncateSync(at('large'), 50 * 1024 * 1024 + 1);
    await s.before('large');
    expect(s.rewind('p1', true).error).toBeUndefined();
    byHand('large', 'new');
    expect(s.rewind('p1').error).toContain('with 52428801 bytes it was too large to be kept');
    expect([text('large'), text('a')]).toEqual(['new', 'old']);
    expect(s.copies()).toHaveLength(1);
  });
});
