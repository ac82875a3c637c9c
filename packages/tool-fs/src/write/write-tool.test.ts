import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { breadth } from '../../../../tests/lib/breadth.js';
import { type Bench, setUp } from '../testing/context.js';

const at = (bench: Bench, name: string) => join(bench.folder, name);
const text = (bench: Bench, name: string) => readFileSync(at(bench, name), 'utf8');

async function withReadFile(content: string, name = 'a.txt'): Promise<Bench> {
  const bench = await setUp();
  writeFileSync(at(bench, name), content);
  await bench.call('Read', { file_path: name });
  return bench;
}

describe('Write', () => {
  it('creates a file with its folders, and says so (TOOL-WRITE-03)', async () => {
    const bench = await setUp();
    const result = await bench.call('Write', { file_path: 'new/deep/a.txt', content: 'one\ntwo' });
    const filePath = at(bench, 'new/deep/a.txt');
    expect(result.content).toBe(`Created ${filePath} (2 lines, 7 bytes).`);
    expect(result.structured).toEqual({
      type: 'create',
      filePath,
      content: 'one\ntwo',
      structuredPatch: [],
      originalFile: null,
    });
    expect(text(bench, 'new/deep/a.txt')).toBe('one\ntwo');
  });

  it('creates no folders when told not to (CON-13)', async () => {
    const bench = await setUp({ createParents: false });
    const result = await bench.call('Write', { file_path: 'new/a.txt', content: '' });
    expect(result).toMatchObject({ isError: true });
    expect(result.content).toContain(`the folder ${at(bench, 'new')} does not exist`);
  });

  it('replaces a file that was read, with the patch for programs (TOOL-WRITE-01)', async () => {
    const bench = await withReadFile('one\ntwo\nthree\n');
    const result = await bench.call('Write', { file_path: 'a.txt', content: 'one\n2\nthree\n' });
    expect(result.content).toContain('Updated');
    expect(result.structured).toMatchObject({
      type: 'update',
      originalFile: 'one\ntwo\nthree\n',
      structuredPatch: [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [' one', '-two', '+2', ' three'] }],
    });
  });

  it('refuses an existing file that was not read (TOOL-WRITE-02)', async () => {
    const bench = await setUp();
    writeFileSync(at(bench, 'a.txt'), 'precious');
    const result = await bench.call('Write', { file_path: 'a.txt', content: 'x' });
    expect(result.isError).toBe(true);
    expect(result.content).toContain('has not been read in this session. It was not changed. Read it first');
    expect(text(bench, 'a.txt')).toBe('precious');
  });

  it('refuses a file that changed since it was read, by content and not by time (TOOL-WRITE-02)', async () => {
    const bench = await withReadFile('one');
    writeFileSync(at(bench, 'a.txt'), 'one');
    expect((await bench.call('Write', { file_path: 'a.txt', content: 'two' })).isError).toBe(false);
    writeFileSync(at(bench, 'a.txt'), '2wo');
    const refused = await bench.call('Write', { file_path: 'a.txt', content: 'three' });
    expect(refused.content).toContain('was modified since it was read');
    expect(text(bench, 'a.txt')).toBe('2wo');
  });

  it('takes a large file of which a range was read, and sees that it changed', async () => {
    const bench = await setUp();
    writeFileSync(at(bench, 'a.txt'), 'line\n'.repeat(100_000));
    await bench.call('Read', { file_path: 'a.txt', offset: 5, limit: 5 });
    writeFileSync(at(bench, 'a.txt'), 'l1ne\n'.repeat(100_000));
    expect((await bench.call('Write', { file_path: 'a.txt', content: 'x' })).content).toContain('was modified since');
    await bench.call('Read', { file_path: 'a.txt', offset: 5, limit: 5 });
    expect((await bench.call('Write', { file_path: 'a.txt', content: 'x' })).isError).toBe(false);
  });

  it('needs no read when told so (CON-12)', async () => {
    const bench = await setUp({ readBeforeWrite: 'off' });
    writeFileSync(at(bench, 'a.txt'), 'old');
    expect((await bench.call('Write', { file_path: 'a.txt', content: 'new' })).isError).toBe(false);
  });

  it('keeps the mode, writes through a link to where it leads, and leaves no other file (TOOL-WRITE-01)', async () => {
    const bench = await withReadFile('#!/bin/sh\n', 'run.sh');
    chmodSync(at(bench, 'run.sh'), 0o751);
    symlinkSync('run.sh', at(bench, 'link'));
    await bench.call('Write', { file_path: 'link', content: 'new' });
    expect(lstatSync(at(bench, 'link')).isSymbolicLink()).toBe(true);
    expect(text(bench, 'run.sh')).toBe('new');
    expect(statSync(at(bench, 'run.sh')).mode & 0o777).toBe(0o751);
    expect(readdirSync(bench.folder).sort()).toEqual(['link', 'run.sh']);
  });

  it('writes where a dangling link leads, and declares that place', async () => {
    const bench = await setUp();
    symlinkSync('target.txt', at(bench, 'link'));
    const access = await bench.tool('Write').access?.({ file_path: 'link', content: '' } as never, bench.context);
    expect(access).toEqual([{ kind: 'write', path: at(bench, 'target.txt') }]);
    await bench.call('Write', { file_path: 'link', content: 'x' });
    expect(text(bench, 'target.txt')).toBe('x');
  });

  it('touches nothing when it was cancelled before it started (TOOL-WRITE-04)', async () => {
    const bench = await setUp();
    bench.abort.abort();
    const result = await bench.call('Write', { file_path: 'a.txt', content: 'x' });
    expect(result).toMatchObject({ isError: true });
    expect(result.content).toContain('was cancelled');
    expect(existsSync(at(bench, 'a.txt'))).toBe(false);
  });

  it('touches nothing when it is cancelled while it writes, and leaves no other file (TOOL-WRITE-04)', async () => {
    const bench = await withReadFile('old');
    const permitted = [{ kind: 'write', path: at(bench, 'a.txt') }] as const;
    const context = Object.create(bench.context, { permitted: { value: permitted } });
    const writing = bench.tool('Write').call({ file_path: 'a.txt', content: 'x'.repeat(1_000_000) } as never, context);
    expect(readdirSync(bench.folder)).toHaveLength(2);
    bench.abort.abort();
    await expect(writing).rejects.toThrow('was cancelled');
    expect(text(bench, 'a.txt')).toBe('old');
    expect(readdirSync(bench.folder)).toEqual(['a.txt']);
    expect(readdirSync(join(bench.stateDir, 'temporaries'))).toEqual([]);
  });

  it('refuses a file that is changed while the new one is written', async () => {
    const bench = await withReadFile('old');
    const context = Object.create(bench.context, { permitted: { value: [{ kind: 'write', path: at(bench, 'a.txt') }] } });
    const writing = bench.tool('Write').call({ file_path: 'a.txt', content: 'new' } as never, context);
    writeFileSync(at(bench, 'a.txt'), 'changed by another');
    await expect(writing).rejects.toThrow('was modified since it was read');
    expect(text(bench, 'a.txt')).toBe('changed by another');
  });

  it('writes only the permitted path, wherever the input now leads', async () => {
    const bench = await setUp({ readBeforeWrite: 'off' });
    for (const name of ['a.txt', 'b.txt']) writeFileSync(at(bench, name), name);
    symlinkSync('a.txt', at(bench, 'link'));
    const input = { file_path: 'link', content: 'new' } as never;
    const permitted = await bench.tool('Write').access?.(input, bench.context);
    rmSync(at(bench, 'link'));
    symlinkSync('b.txt', at(bench, 'link'));
    await bench.tool('Write').call(input, Object.create(bench.context, { permitted: { value: permitted } }));
    expect([text(bench, 'a.txt'), text(bench, 'b.txt')]).toEqual(['new', 'b.txt']);
    await expect(async () => bench.tool('Write').call(input, bench.context)).rejects.toThrow('No path to write was permitted');
  });

  it('leaves the other name of a hard link what it was', async () => {
    const bench = await withReadFile('old');
    linkSync(at(bench, 'a.txt'), at(bench, 'other.txt'));
    await bench.call('Write', { file_path: 'a.txt', content: 'new' });
    expect([text(bench, 'a.txt'), text(bench, 'other.txt')]).toEqual(['new', 'old']);
  });

  it('refuses half a character, which no file can hold', async () => {
    const bench = await setUp();
    const result = await bench.call('Write', { file_path: 'a.txt', content: 'a\ud83d' });
    expect(result.content).toContain('content holds half of a surrogate pair (\\ud83d at character 1)');
    expect(existsSync(at(bench, 'a.txt'))).toBe(false);
  });

  it('says what the system refused, and leaves nothing behind', async () => {
    const bench = await setUp();
    writeFileSync(at(bench, 'file'), '');
    const result = await bench.call('Write', { file_path: 'file/child', content: 'x' });
    expect(result.isError).toBe(true);
    expect(result.content).toContain('Cannot open the folder');
    expect(readdirSync(bench.folder)).toEqual(['file']);
  });

  it('refuses a directory and a FIFO', async () => {
    const bench = await setUp();
    expect((await bench.call('Write', { file_path: '.', content: '' })).content).toContain('is a directory');
    expect((await bench.call('Write', { file_path: '/dev/null', content: '' })).content).toContain('is a device');
  });

  it('shows every other process the old content or the new, never a part', async () => {
    const bench = await setUp();
    const size = 512 * 1024;
    await bench.call('Write', { file_path: 'a.txt', content: 'A'.repeat(size) });
    const script = `const fs = require('fs'); let looks = 0, torn = 0, stop = false;
      process.stdin.resume().on('end', () => { stop = true; });
      (function look() {
        const text = fs.readFileSync(${JSON.stringify(at(bench, 'a.txt'))}, 'latin1'); looks++;
        if (text !== text[0].repeat(${size})) torn++;
        if (looks === 1) console.log('ready');
        if (stop) console.log('torn ' + torn); else setImmediate(look);
      })();`;
    const reader = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
    let said = '';
    reader.stdout.on('data', (chunk) => {
      said += chunk;
    });
    await once(reader.stdout, 'data');
    for (let turn = 0; turn < breadth(60, 6); turn++)
      await bench.call('Write', { file_path: 'a.txt', content: (turn % 2 === 0 ? 'B' : 'A').repeat(size) });
    reader.stdin.end();
    await once(reader, 'close');
    expect(said).toBe('ready\ntorn 0\n');
  });
});
