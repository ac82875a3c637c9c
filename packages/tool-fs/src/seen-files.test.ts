import { hash } from 'node:crypto';
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SeenFiles } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { createReadState, ReadState } from './read-state.js';
import { setUp } from './testing/context.js';

async function withFile() {
  const bench = await setUp();
  const path = join(bench.folder, 'a.txt');
  writeFileSync(path, 'old');
  return { bench, path, seen: bench.context.get(SeenFiles) };
}

describe('files that other tools showed', () => {
  it('count as read (TOOL-READ-10, TOOL-EDIT-03)', async () => {
    const { bench, path, seen } = await withFile();
    seen.sawWhole(path);
    const result = await bench.call('Edit', { file_path: path, old_string: 'old', new_string: 'new' });
    expect(result.isError).toBe(false);
    expect(seen.changed()).toEqual([]);
  });

  it('are reported when their content has changed since they were seen', async () => {
    const { bench, path, seen } = await withFile();
    await bench.call('Read', { file_path: path });
    seen.sawWhole(path);
    writeFileSync(path, 'new');
    expect(seen.changed()).toEqual([path]);
    seen.sawWhole(path);
    expect(seen.changed()).toEqual([]);
    rmSync(path);
    expect(seen.changed()).toEqual([path]);
  });

  it('have not changed when only their time has', async () => {
    const { path, seen } = await withFile();
    seen.sawWhole(path);
    utimesSync(path, 1, 1);
    expect(seen.changed()).toEqual([]);
  });

  it('are remembered by time and size when they are large', async () => {
    const { path, seen } = await withFile();
    writeFileSync(path, Buffer.alloc(11 * 1024 * 1024));
    seen.sawWhole(path);
    expect(seen.changed()).toEqual([]);
    utimesSync(path, 1, 1);
    expect(seen.changed()).toEqual([path]);
  });

  it('are not seen when they are not there, or no files', async () => {
    const { bench, seen } = await withFile();
    for (const path of [join(bench.folder, 'none'), bench.folder, '/dev/zero']) seen.sawWhole(path);
    expect(seen.changed()).toEqual([]);
  });
});

describe('the files that a session has read', () => {
  it('are forgotten from the longest unused on, so that memory stays bounded', () => {
    const state = createReadState(2);
    const view = { mtimeMs: 1, size: 1, extent: 'full' } as const;
    state.record('/a', view);
    state.record('/b', view);
    state.get('/a');
    state.record('/c', view);
    expect(state.all().map(([path]) => path)).toEqual(['/a', '/c']);
  });
});

describe('a large file that an earlier process read as a whole', () => {
  const LINES = 'a line of a large file, which has two thousand lines of its length\n'.repeat(2000);

  async function seenEarlier() {
    const bench = await setUp();
    const path = join(bench.folder, 'large.txt');
    writeFileSync(path, LINES);
    const { mtimeMs, size } = statSync(path);
    bench.context.get(ReadState).record(path, { mtimeMs, size, hash: hash('sha256', LINES), extent: 'full' });
    return { bench, path, seen: bench.context.get(SeenFiles) };
  }

  it('counts as read when a part of it is shown again', async () => {
    const { bench, path } = await seenEarlier();
    expect((await bench.call('Read', { file_path: path })).content).toContain('PARTIAL view');
    expect((await bench.call('Write', { file_path: path, content: 'new' })).isError).toBe(false);
  });

  it('has changed when its content has, and not when only its time has', async () => {
    const { bench, path, seen } = await seenEarlier();
    utimesSync(path, 1, 1);
    expect(seen.changed()).toEqual([]);
    writeFileSync(path, LINES.replace('line', 'l1ne'));
    expect(seen.changed()).toEqual([path]);
    const refused = await bench.call('Write', { file_path: path, content: 'new' });
    expect(refused.content).toContain('was modified since it was read');
  });
});
