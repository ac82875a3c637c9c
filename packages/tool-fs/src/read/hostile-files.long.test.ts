import { execFile, execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUp } from '../testing/context.js';

const MIB = 1024 ** 2;
const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A process of its own, so that its memory is that of Read: a small file, the hostile one, the small one again. */
const program = `
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callTool, mountPlugin, testContext } from '@loadout/testing';
import plugin from './index.js';
const context = testContext();
const parts = await mountPlugin(plugin, { configDir: context.dir, stateDir: context.dir });
const tool = parts.tools.find(({ name }) => name === 'Read');
const read = (input) => callTool(tool, input, context);
writeFileSync(join(context.dir, 'small.txt'), 'small\\n'.repeat(10_000));
// Of this program alone: maxRSS of a new process begins at what the process that started it had. In KiB.
const peak = () => Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
const small = { file_path: 'small.txt', limit: 1 };
await read(small);
await read({ ...small, offset: 10_000 });
const before = peak();
const { content, isError } = await read(JSON.parse(process.argv[2]));
const growth = (peak() - before) * 1024;
const after = await read(small);
context.dispose();
console.log(JSON.stringify({ content: content.slice(0, 5000), length: content.length, isError, growth, after: after.content }));
`;

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loadout-hostile-'));
  await build({
    stdin: { contents: program, resolveDir: source('..'), loader: 'js' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: join(folder, 'read.mjs'),
    external: ['sharp', 'unpdf', '@vscode/ripgrep'],
    tsconfig: source('../../../../tsconfig.json'),
    banner: { js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);' },
    logLevel: 'error',
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Answer {
  readonly content: string;
  readonly length: number;
  readonly isError: boolean;
  readonly growth: number;
}

async function readAlone(input: object): Promise<Answer> {
  const argv = [join(folder, 'read.mjs'), JSON.stringify(input)];
  const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: folder });
  const { after, ...answer } = JSON.parse(stdout) as Answer & { after: string };
  expect(after).toMatch(/^1\tsmall\n/);
  expect(answer.growth).toBeLessThanOrEqual(64 * MIB);
  return answer;
}

/** Takes no room on the disk beyond its first bytes. */
function sparse(name: string, { start, bytes }: { readonly start: string; readonly bytes: number }): string {
  const path = join(folder, name);
  const fd = openSync(path, 'w');
  writeSync(fd, start);
  ftruncateSync(fd, bytes);
  closeSync(fd);
  return path;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

describe('Read of hostile files, within 64 MiB and usable after', () => {
  it('shows the start of a file of 10 GB (TOOL-READ-09)', async () => {
    const path = sparse('huge.log', { start: numbered(60_000), bytes: 10 * 1024 ** 3 });
    const { content, length } = await readAlone({ file_path: path });
    expect(content).toMatch(/^1\tline 1\n/);
    expect(length).toBeLessThan(40_000);
    const range = await readAlone({ file_path: path, offset: 50_000, limit: 1 });
    expect(range.content).toBe('50000\tline 50000\n\n(lines 50000-50000. More lines follow. Read on with offset 50001.)');
  });

  it('shows the start of a line of 1 GiB and its length (TOOL-READ-03)', async () => {
    const path = sparse('one-line', { start: 'x'.repeat(10_000), bytes: 1024 ** 3 });
    const { content, isError } = await readAlone({ file_path: path });
    expect(isError).toBe(false);
    expect(content).toMatch(/^1\tx{2000}… \[line cut after 2000 characters; it has 1073741824 bytes\]$/);
  });

  it('refuses sparse pictures, PDFs and notebooks by their size (TOOL-READ-06, TOOL-READ-07, TOOL-READ-08)', async () => {
    for (const [name, start] of [
      ['a.png', '\x89PNG\r\n\x1a\n'],
      ['a.pdf', '%PDF-1.7\n'],
      ['a.ipynb', '{"cells": []}'.padEnd(10_000)],
    ] as const) {
      const path = join(folder, name);
      writeFileSync(path, start, 'latin1');
      truncateSync(path, 10 * 1024 ** 3);
      const { isError, content } = await readAlone({ file_path: path });
      expect(isError).toBe(true);
      expect(content).toContain('has 10737418240 bytes; at most');
    }
  });

  it('refuses a FIFO, a device and a directory (TOOL-READ-12)', async () => {
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    for (const [path, kind] of [
      [fifo, 'is a FIFO, not a regular file; it was not opened'],
      ['/dev/zero', 'is a device, not a regular file; it was not opened'],
      [folder, 'is a directory, not a file'],
    ] as const) {
      const { isError, content } = await readAlone({ file_path: path });
      expect(isError).toBe(true);
      expect(content).toContain(kind);
    }
  });

  it('refuses a socket (TOOL-READ-12)', async () => {
    const path = join(folder, 'socket');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path, resolve));
    try {
      expect((await readAlone({ file_path: path })).content).toContain('is a socket, not a regular file; it was not opened');
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('reads files of /proc, which say that they are empty', async () => {
    expect((await readAlone({ file_path: '/proc/self/status', limit: 1 })).content).toMatch(/^1\tName:/);
    // The permissions of the user decide which files are readable; none may block.
    for (const path of ['/proc/self/mem', '/proc/self/pagemap', '/proc/kmsg']) await readAlone({ file_path: path, limit: 1 });
  });

  it('passes a picture as it is, or names sharp, where sharp is not installed (TOOL-READ-06)', async () => {
    const header = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
    const picture = (width: number) => {
      const size = Buffer.alloc(8);
      size.writeUInt32BE(width);
      size.writeUInt32BE(100, 4);
      return Buffer.concat([header, size, Buffer.from('IEND')]);
    };
    writeFileSync(join(folder, 'wide.png'), picture(8000));
    writeFileSync(join(folder, 'wider.png'), picture(8001));
    expect((await readAlone({ file_path: join(folder, 'wide.png') })).content).toMatch(/8000 x 100 pixels, 28 bytes$/);
    const { content, isError } = await readAlone({ file_path: join(folder, 'wider.png') });
    expect(isError).toBe(true);
    expect(content).toContain('sharp, which makes images smaller, cannot be loaded. Install it (npm install sharp)');
  });
});

describe('Read of a file that changes meanwhile', () => {
  const change = async (work: (path: string) => void) => {
    const bench = await setUp();
    const path = join(bench.folder, 'a.txt');
    writeFileSync(path, 'x\n'.repeat(8 * MIB));
    // The first blocks are read before the call gives back its promise.
    const call = bench
      .tool('Read')
      .call(
        { file_path: path, offset: 8 * MIB } as never,
        Object.create(bench.context, { permitted: { value: [{ kind: 'read', path }] } }),
      );
    work(path);
    return (await call) as { content: string };
  };

  it('sees a file that grows as long as it was', async () => {
    const { content } = await change((path) => writeFileSync(path, 'more\n'.repeat(1000), { flag: 'a' }));
    expect(content).toBe(`${8 * MIB}\tx`);
  });

  it('stops looking for a line when the call is aborted', async () => {
    const bench = await setUp();
    const path = sparse('endless', { start: numbered(10_000), bytes: 10 * 1024 ** 3 });
    const call = bench.call('Read', { file_path: path, offset: 1_000_000 });
    bench.abort.abort();
    expect(await call).toMatchObject({ isError: true, content: expect.stringContaining('aborted') });
  });

  it('sees a file that is cut as short as it became', async () => {
    const { content } = await change((path) => truncateSync(path, 5 * MIB));
    expect(content).toMatch(new RegExp(`has ${(5 * MIB) / 2} lines; there is nothing from line ${8 * MIB} on`));
  });
});
