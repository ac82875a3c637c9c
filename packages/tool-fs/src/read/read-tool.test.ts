import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Bench, setUp, viewOf } from '../testing/context.js';

const put = (bench: Bench, name: string, content: string | Buffer) => writeFileSync(join(bench.folder, name), content);
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

describe('Read', () => {
  it('shows number, tab and text, without padding (TOOL-READ-02)', async () => {
    const bench = await setUp();
    put(bench, 'a.txt', 'one\ntwo\nthree\n');
    const result = await bench.call('Read', { file_path: 'a.txt' });
    expect(result).toEqual({
      content: '1\tone\n2\ttwo\n3\tthree',
      isError: false,
      structured: {
        type: 'text',
        file: { filePath: join(bench.folder, 'a.txt'), content: 'one\ntwo\nthree', numLines: 3, startLine: 1, totalLines: 3 },
      },
    });
  });

  it('accepts camelCase, and refuses two spellings that disagree (DEF-26)', async () => {
    const bench = await setUp();
    put(bench, 'a.txt', 'x');
    expect((await bench.call('Read', { filePath: 'a.txt' })).content).toBe('1\tx');
    expect((await bench.call('Read', { filePath: 'a.txt', file_path: 'a.txt' })).content).toBe('1\tx');
    const conflict = await bench.call('Read', { file_path: 'a.txt', filePath: 'b.txt' });
    expect(conflict.isError).toBe(true);
    expect(conflict.content).toContain('given twice with different values');
  });

  it('shows 2000 lines and says where to read on (TOOL-READ-04)', async () => {
    const bench = await setUp();
    put(bench, 'a.txt', numbered(2500));
    const { content } = await bench.call('Read', { file_path: 'a.txt' });
    expect(content).toContain('2000\tline 2000');
    expect(content).not.toContain('2001\t');
    expect(content).toContain('(lines 1-2000 of 2500. 500 more lines not shown. Read on with offset 2001.)');
    const rest = await bench.call('Read', { file_path: 'a.txt', offset: 2001 });
    expect(rest.content.startsWith('2001\tline 2001')).toBe(true);
    expect(rest.content.endsWith('2500\tline 2500')).toBe(true);
  });

  it('takes offset 0 as line 1 (CON-11)', async () => {
    const bench = await setUp();
    put(bench, 'a.txt', 'one\ntwo\n');
    const { content } = await bench.call('Read', { file_path: 'a.txt', offset: 0, limit: 1 });
    expect(content).toBe('1\tone\n\n(lines 1-1 of 2. 1 more line not shown. Read on with offset 2.)');
  });

  it('says how many lines there are when the offset is past the end, and that a file is empty (TOOL-READ-04)', async () => {
    const bench = await setUp();
    put(bench, 'a.txt', 'one\ntwo\n');
    put(bench, 'empty.txt', '');
    expect((await bench.call('Read', { file_path: 'a.txt', offset: 9 })).content).toBe(
      `${join(bench.folder, 'a.txt')} has 2 lines; there is nothing from line 9 on.`,
    );
    expect((await bench.call('Read', { file_path: 'empty.txt' })).content).toContain('exists but is empty');
  });

  it('cuts a line over 2000 characters with a visible marker (TOOL-READ-03)', async () => {
    const bench = await setUp();
    put(bench, 'a.txt', `${'x'.repeat(5000)}\nshort\n`);
    const { content } = await bench.call('Read', { file_path: 'a.txt' });
    expect(content).toBe(`1\t${'x'.repeat(2000)}… [line cut after 2000 characters; it has 5000 bytes]\n2\tshort`);
  });

  it('names the missing file and the nearest name (TOOL-READ-05)', async () => {
    const bench = await setUp();
    put(bench, 'config.json', '{}');
    const result = await bench.call('Read', { file_path: 'confg.json' });
    expect(result.isError).toBe(true);
    expect(result.content).toContain(`File not found: ${join(bench.folder, 'confg.json')}. Did you mean`);
    expect(result.content).toContain('config.json?');
  });

  it('gives the reason of the system for a file that it cannot open (TOOL-READ-05)', async () => {
    const bench = await setUp();
    const result = await bench.call('Read', { file_path: 'x'.repeat(300) });
    expect(result).toMatchObject({ isError: true });
    expect(result.content).toContain('the name is too long (ENAMETOOLONG)');
  });

  it('keeps what it knows in memory and writes nothing (CON-25)', async () => {
    const bench = await setUp();
    put(bench, 'a.txt', 'one');
    await bench.call('Read', { file_path: 'a.txt' });
    expect(readdirSync(bench.folder)).toEqual(['a.txt']);
    expect(existsSync(bench.stateDir)).toBe(false);
  });

  it('sends a directory to Glob or Bash (TOOL-READ-05)', async () => {
    const bench = await setUp();
    const result = await bench.call('Read', { file_path: '.' });
    expect(result).toMatchObject({ isError: true });
    expect(result.content).toMatch(/is a directory.*Glob.*Bash/);
  });

  it.each([
    ['a.bin', Buffer.from('text\0more'), 'binary data'],
    ['a.txt', Buffer.from('PK\x03\x04'), 'ZIP archive or Office document'],
    ['a.png', Buffer.from('BM\x46\0\0\0\0\0\0\0\x36\0\0\0'), 'BMP image'],
    ['a.tif', Buffer.from('II*\0\x08\0\0\0'), 'TIFF image'],
    ['a.ico', Buffer.from([0, 0, 1, 0, 1, 0]), 'ICO image'],
  ])('names what %s is instead of showing it (TOOL-READ-12)', async (name, bytes, kind) => {
    const bench = await setUp();
    put(bench, name, bytes);
    const result = await bench.call('Read', { file_path: name });
    expect(result.isError).toBe(true);
    expect(result.content).toContain(`is not text (${kind}`);
  });

  it('never opens a device or a FIFO (TOOL-READ-12)', async () => {
    const bench = await setUp();
    execFileSync('mkfifo', [join(bench.folder, 'pipe')]);
    expect((await bench.call('Read', { file_path: 'pipe' })).content).toContain(
      'is a FIFO, not a regular file; it was not opened',
    );
    expect((await bench.call('Read', { file_path: '/dev/zero' })).content).toContain('is a device');
  });

  it('refuses a null byte in the path (TOOL-READ-12)', async () => {
    const bench = await setUp();
    const result = await bench.call('Read', { file_path: 'a\0b' });
    expect(result).toMatchObject({ isError: true, content: 'The path "a\\u0000b" cannot be used: it contains a null byte.' });
  });

  it('shows the first page of a large file as a PARTIAL view that does not count as read (TOOL-READ-09)', async () => {
    const bench = await setUp();
    put(bench, 'big.txt', `${'y'.repeat(999)}\n`.repeat(5000));
    const { content, structured } = await bench.call('Read', { file_path: 'big.txt' });
    expect(content).toContain('PARTIAL view: lines 1-99');
    expect(content.length).toBeLessThan(101_000);
    expect(structured).toMatchObject({ file: { truncatedByTokenCap: true } });
    expect(viewOf(bench, 'big.txt')?.extent).toBe('partial');
    const write = await bench.call('Write', { file_path: 'big.txt', content: 'gone' });
    expect(write.content).toContain('only a PARTIAL view');
  });

  it('shows four times as much where allow_large says so (TOOL-READ-01, TOOL-READ-09)', async () => {
    const bench = await setUp();
    put(bench, 'big.txt', `${'y'.repeat(999)}\n`.repeat(350));
    const { content } = await bench.call('Read', { file_path: 'big.txt', allow_large: true });
    expect(content).toContain('\n350\tyyy');
    expect(viewOf(bench, 'big.txt')?.extent).toBe('full');
  });

  it('answers an explicit range above the cap with the limit that fits (TOOL-READ-09)', async () => {
    const bench = await setUp();
    put(bench, 'big.txt', `${'y'.repeat(999)}\n`.repeat(5000));
    const refused = await bench.call('Read', { file_path: 'big.txt', offset: 10, limit: 3000 });
    expect(refused.isError).toBe(true);
    expect(refused.content).toContain('with a limit of at most 99.');
    expect((await bench.call('Read', { file_path: 'big.txt', offset: 10, limit: 99 })).isError).toBe(false);
  });

  it('counts lines over block borders as the system does', async () => {
    const bench = await setUp();
    put(bench, 'a.txt', numbered(100_000));
    const { content } = await bench.call('Read', { file_path: 'a.txt', offset: 99_999 });
    expect(content).toBe('99999\tline 99999\n100000\tline 100000');
    const past = await bench.call('Read', { file_path: 'a.txt', offset: 100_001 });
    expect(past.content).toContain('has 100000 lines');
  });

  it('sees what changed outside, also at the same size and time (TOOL-READ-11)', async () => {
    const bench = await setUp();
    const path = join(bench.folder, 'a.txt');
    const when = new Date(1_700_000_000_000);
    for (const text of ['old', 'new']) {
      writeFileSync(path, text);
      utimesSync(path, when, when);
      expect((await bench.call('Read', { file_path: 'a.txt' })).content).toBe(`1\t${text}`);
    }
  });

  it('remembers what was read, with the larger extent of the same content (TOOL-READ-10)', async () => {
    const bench = await setUp();
    put(bench, 'a.txt', 'one\ntwo\n');
    await bench.call('Read', { file_path: 'a.txt', limit: 1 });
    expect(viewOf(bench, 'a.txt')?.extent).toBe('range');
    await bench.call('Read', { file_path: 'a.txt' });
    await bench.call('Read', { file_path: 'a.txt', limit: 1 });
    expect(viewOf(bench, 'a.txt')).toMatchObject({ extent: 'full', size: 8 });
  });

  it('declares the real path that it reads', async () => {
    const bench = await setUp();
    symlinkSync('/', join(bench.folder, 'link'));
    const access = await bench.tool('Read').access?.({ file_path: 'link/no such file' } as never, bench.context);
    expect(access).toEqual([{ kind: 'read', path: '/no such file' }]);
  });

  it('reads files that the system says are empty, such as those in /proc', async () => {
    const bench = await setUp();
    expect((await bench.call('Read', { file_path: '/proc/self/status', limit: 1 })).content).toMatch(/^1\tName:/);
  });

  it('requires absolute paths when told to (CON-10)', async () => {
    const bench = await setUp({ requireAbsolute: true });
    expect((await bench.call('Read', { file_path: 'a.txt' })).content).toContain('requires absolute paths');
  });
});
