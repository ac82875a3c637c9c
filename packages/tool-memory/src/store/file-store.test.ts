import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '@loadout/node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { longIt } from '../../../../tests/lib/breadth.js';
import { describeMemoryStore } from '../store-laws/index.js';
import { FileStore } from './file-store.js';
import type { NoteRecord } from './memory-store.js';

const record: NoteRecord = { origin: 'agent', at: 1 };

function open({ maxNoteBytes = 102_400, maxBytes = 1_048_576, folder = 'notes' } = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'file-store-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  mkdirSync(join(base, 'work'));
  const store = new FileStore({ base: join(base, 'work'), folder, stateDir: join(base, 'state'), maxNoteBytes, maxBytes });
  const put = (path: string, text = 'x') => store.write(path, { text, record }, { before: undefined });
  return { base, store, put, paths: async () => (await store.list()).map(({ path }) => path) };
}

describeMemoryStore('FileStore', { describe, it, open: () => open().store });

describe('a store of files', () => {
  it('has no record for a file that another program wrote or changed', async () => {
    const { base, store, put } = open();
    await put('a.md', 'ours');
    writeFileSync(join(base, 'work/notes/b.md'), 'theirs');
    expect(await store.read('b.md')).toEqual({ text: 'theirs', record: undefined });
    writeFileSync(join(base, 'work/notes/a.md'), 'theirs');
    expect(await store.read('a.md')).toEqual({ text: 'theirs', record: undefined });
    writeFileSync(join(base, 'work/notes/a.md'), 'ours');
    expect(await store.read('a.md')).toEqual({ text: 'ours', record });
  });

  longIt('lists a note that somebody answers for, however many other files a repository has', async () => {
    const { base, put, paths } = open();
    await put('team/zebra.md');
    await put('zebra.md');
    for (let index = 0; index < 5_100; index++) writeFileSync(join(base, `work/notes/a${index}.md`), '');
    const found = await paths();
    expect(found).toEqual(expect.arrayContaining(['team', 'team/zebra.md', 'zebra.md']));
    expect(found.length).toBeLessThan(5_100);
  });

  it('forgets the record of a note that is removed, so that its text does not come back by itself', async () => {
    const { base, store, put } = open();
    await put('a.md', 'ours');
    await store.remove('a.md');
    writeFileSync(join(base, 'work/notes/a.md'), 'ours');
    expect((await store.read('a.md'))?.record).toBeUndefined();
  });

  it('a lock that a full disk cut off counts as left once it is old', async () => {
    const { base, store, put } = open();
    await put('a.md');
    const [place = ''] = readdirSync(join(base, 'state/stores'));
    const locks = join(base, 'state/stores', place, 'locks');
    for (const text of ['', '{"pid":1', '{}']) {
      for (const name of ['writer', 'writer.cut-off']) {
        writeFileSync(join(locks, name), text);
        utimesSync(join(locks, name), 0, 0);
      }
      await store.write('b.md', { text, record }, { before: undefined });
      expect(readdirSync(locks), text).toEqual([]);
    }
  });

  it('leaves nothing beside its notes, and keeps records where no repository can bring them', async () => {
    const { base, put } = open();
    await put('a.md');
    expect(readdirSync(join(base, 'work/notes'))).toEqual(['a.md']);
    const [place = ''] = readdirSync(join(base, 'state/stores'));
    expect(readdirSync(join(base, 'state/stores', place))).toEqual(['locks', 'records.json']);
    expect(readdirSync(join(base, 'state/stores', place, 'locks'))).toEqual([]);
  });

  it('neither lists nor follows a link, and makes nothing through one', async () => {
    const { base, store, put, paths } = open();
    await put('a.md');
    makeFolder(join(base, 'elsewhere'));
    writeFileSync(join(base, 'elsewhere/x.md'), 'far');
    symlinkSync(join(base, 'elsewhere'), join(base, 'work/notes/far'));
    symlinkSync(join(base, 'elsewhere/x.md'), join(base, 'work/notes/x.md'));
    expect(await paths()).toEqual(['', 'a.md']);
    for (const path of ['far/x.md', 'x.md', 'far/new.md'])
      await expect(store.write(path, { text: 'y', record }, { before: undefined })).rejects.toMatchObject({
        code: 'MEMORY_MOVED',
      });
    await expect(store.read('far/x.md')).rejects.toMatchObject({ code: 'MEMORY_MOVED' });
    expect(readdirSync(join(base, 'elsewhere'))).toEqual(['x.md']);
    expect(readFileSync(join(base, 'elsewhere/x.md'), 'utf8')).toBe('far');
  });

  it('removes a link and leaves what it leads to', async () => {
    const { base, store, put } = open();
    await put('a.md');
    makeFolder(join(base, 'elsewhere'));
    symlinkSync(join(base, 'elsewhere'), join(base, 'work/notes/far'));
    expect(await store.remove('far')).toBe(true);
    expect(readdirSync(base)).toContain('elsewhere');
  });

  it('replaces a file that has a second name elsewhere, and leaves that one as it was', async () => {
    const { base, store, put } = open();
    await put('a.md', 'one');
    linkSync(join(base, 'work/notes/a.md'), join(base, 'second.md'));
    await store.write('a.md', { text: 'two', record }, { before: 'one' });
    expect(readFileSync(join(base, 'second.md'), 'utf8')).toBe('one');
  });

  it('takes no name that is another one in upper and lower case', async () => {
    const { put } = open();
    await put('Notes/Build.md');
    await expect(put('notes/other.md')).rejects.toMatchObject({ code: 'MEMORY_NAME_TAKEN' });
    await expect(put('Notes/build.md')).rejects.toMatchObject({ code: 'MEMORY_NAME_TAKEN' });
    expect(await put('Notes/other.md')).toBe(true);
  });

  it('has limits for a note and for all notes, and can still make a note shorter', async () => {
    const { store, put } = open({ maxNoteBytes: 10, maxBytes: 25 });
    await expect(put('a.md', 'x'.repeat(11))).rejects.toMatchObject({ code: 'MEMORY_TOO_LARGE' });
    await put('a.md', 'x'.repeat(10));
    await put('b.md', 'x'.repeat(10));
    await expect(put('c.md', 'x'.repeat(6))).rejects.toMatchObject({ code: 'MEMORY_TOO_LARGE' });
    expect(await store.write('b.md', { text: 'short', record }, { before: 'x'.repeat(10) })).toBe(true);
    expect(await put('c.md', 'x'.repeat(10))).toBe(true);
  });

  it('reads no file of endless size, no pipe and no folder', async () => {
    const { base, store, put } = open({ maxNoteBytes: 10, maxBytes: 20 });
    await put('a.md');
    writeFileSync(join(base, 'work/notes/big.md'), 'x'.repeat(1000));
    execFileSync('mkfifo', [join(base, 'work/notes/pipe.md')]);
    await expect(store.read('big.md')).rejects.toMatchObject({ code: 'MEMORY_TOO_LARGE' });
    expect(await store.read('pipe.md')).toBeUndefined();
    mkdirSync(join(base, 'work/notes/d'));
    expect(await store.read('d')).toBeUndefined();
  });

  it.each(['..', '.', '/etc', '../other', 'a/../..'])('takes no folder outside of the working folder: %s', (folder) => {
    expect(() => open({ folder })).toThrow(expect.objectContaining({ code: 'MEMORY_FOLDER' }));
  });

  it('reads a damaged file of records as none, so that every note waits for a person', async () => {
    const { base, store, put } = open();
    await put('a.md');
    const [place = ''] = readdirSync(join(base, 'state/stores'));
    writeFileSync(join(base, 'state/stores', place, 'records.json'), '{"a.md":');
    expect(await store.read('a.md')).toEqual({ text: 'x', record: undefined });
  });
});
