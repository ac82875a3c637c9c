import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setUp } from '../testing/context.js';

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

async function read(bytes: Buffer, range: object = {}) {
  const bench = await setUp();
  writeFileSync(join(bench.folder, 'a.txt'), bytes);
  return (await bench.call('Read', { file_path: 'a.txt', ...range })).content;
}

describe('Read of encodings and line ends', () => {
  it.each([
    ['UTF-8', Buffer.from('\ufeffhé\r\nx')],
    ['UTF-16LE', Buffer.from('\ufeffhé\r\nx', 'utf16le')],
    ['UTF-16BE', utf16be('\ufeffhé\r\nx')],
  ])('shows %s with a byte order mark without the mark, and CRLF as line ends', async (_name, bytes) => {
    expect(await read(bytes)).toBe('1\thé\n2\tx');
  });

  it.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-16LE', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-16BE', utf16be],
  ])('reads a large file of %s as it reads a small one', async (_name, encode) => {
    const bytes = encode(`\ufeff${'hé\n'.repeat(200_000)}end`);
    expect(await read(bytes, { offset: 200_000 })).toBe('200000\thé\n200001\tend');
  });

  it('shows bytes that no encoding fits as U+FFFD and says so, also where a block of a large file ends', async () => {
    const note = '(U+FFFD stands for bytes that are not utf-8.)\n';
    expect(await read(Buffer.from([0x61, 0x81, 0x62, 0x0a]))).toBe(`${note}1\ta\ufffdb`);
    const cut = Buffer.concat([Buffer.from(`${'x'.repeat(262_144)}\n`), Buffer.from([0xe2, 0x82, 0x0a])]);
    expect(await read(cut, { offset: 2 })).toBe(`${note}2\t\ufffd`);
  });

  it('shows a character whole that two blocks share', async () => {
    const text = `${'x'.repeat(262_143)}\n${'€'.repeat(100)}\n`;
    expect(await read(Buffer.from(`\n${text}`), { offset: 3 })).toBe(`3\t${'€'.repeat(100)}`);
  });

  it('ends lines at a carriage return where there is no line feed, small and large', async () => {
    expect(await read(Buffer.from('one\rtwo\r'))).toBe('1\tone\n2\ttwo');
    expect(await read(Buffer.from('one\r'.repeat(100_000)), { offset: 100_000 })).toBe('100000\tone');
  });

  it('keeps a carriage return inside a line, so that lines count as in Grep', async () => {
    expect(await read(Buffer.from('a\rb\nc\n'))).toBe('1\ta\rb\n2\tc');
  });
});
