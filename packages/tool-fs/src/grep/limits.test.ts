import { execFileSync, execSync } from 'node:child_process';
import { chmodSync, closeSync, ftruncateSync, mkdirSync, openSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { callTool } from '@loadout/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { longIt } from '../../../../tests/lib/breadth.js';
import { setUp } from '../testing/context.js';
import { contextWith } from '../testing/context-with.js';

const content = (pattern: string, more: object = {}) => ({ pattern, output_mode: 'content', ...more });

/** A file with one line of this many bytes and no end. */
function lineOf(path: string, { megabytes }: { readonly megabytes: number }): void {
  const fd = openSync(path, 'w');
  const part = Buffer.alloc(1024 * 1024, 'x');
  part.write('needle');
  for (let written = 0; written < megabytes; written++) writeSync(fd, part);
  closeSync(fd);
}

function sparse(path: string, bytes: number): void {
  const fd = openSync(path, 'w');
  ftruncateSync(fd, bytes);
  closeSync(fd);
}

describe('Grep', () => {
  it('gives what it has when the time is up, and says so (TOOL-GREP-07)', async () => {
    const one = await setUp({ grepTimeout: 0.000_001 });
    // Work for far longer than a busy machine may keep the timer waiting.
    writeFileSync(join(one.folder, 'a.txt'), `${'abcdefghij'.repeat(12)}\n`.repeat(160_000));
    const { content: text, isError, structured } = await one.call('Grep', content('\\w{40}[a-f]{7}'));
    expect(isError).toBe(false);
    expect(text).toContain('these are partial results');
    expect(structured).toMatchObject({ timedOut: true });
  });

  it('opens no FIFO in the tree, follows no link, and says what it could not read', async () => {
    const one = await setUp();
    execFileSync('mkfifo', [join(one.folder, 'pipe')]);
    symlinkSync('/etc', join(one.folder, 'etc'));
    writeFileSync(join(one.folder, 'a.txt'), 'root needle\n');
    expect((await one.call('Grep', content('needle|root'))).content).toBe('a.txt:1:root needle');
    expect((await one.call('Grep', content('root', { path: '/dev/zero' }))).content).toContain('is a device');
  });

  it('searches a file by its name only, whatever signs are in it', async () => {
    const one = await setUp();
    const names = ['[a]*.txt', '!b{c}.txt', '#d.txt', 'e\\f', 'g ', '?'];
    for (const name of [...names, 'a.txt', 'x']) writeFileSync(join(one.folder, name), 'needle\n');
    for (const name of names)
      expect((await one.call('Grep', content('needle', { path: name }))).content).toBe(`${name}:1:needle`);
  });

  it('searches an ignored file or folder that is named', async () => {
    const one = await setUp();
    mkdirSync(join(one.folder, 'out'));
    writeFileSync(join(one.folder, '.gitignore'), 'out/\n');
    writeFileSync(join(one.folder, 'out/a.js'), 'needle\n');
    expect((await one.call('Grep', { pattern: 'needle' })).content).toBe('No matches found.');
    expect((await one.call('Grep', { pattern: 'needle', path: 'out' })).content).toBe('out/a.js');
    expect((await one.call('Grep', { pattern: 'needle', path: 'out/a.js' })).content).toBe('out/a.js');
  });

  it('leaves out what a rule keeps from being read, and says how much that is', async () => {
    const one = await setUp();
    for (const name of ['a.txt', 'secret.txt']) writeFileSync(join(one.folder, name), 'needle\n');
    const context = contextWith(one.context, {
      permitted: [{ kind: 'read', path: one.folder }],
      mayRead: (path: string) => path !== join(one.folder, 'secret.txt'),
    });
    const call = one.tool('Grep').call as (...args: unknown[]) => Promise<{ content: string }>;
    for (const output_mode of ['content', 'count', 'files_with_matches']) {
      const { content: text } = await call({ pattern: 'needle', output_mode }, context);
      expect(text).toContain('a.txt');
      expect(text).not.toContain('secret');
      expect(text).toContain('(1 file is left out: a permission rule keeps it from being read.)');
    }
  });

  it('searches the permitted path, also if its name now leads elsewhere', async () => {
    const one = await setUp();
    for (const name of ['inside', 'other']) mkdirSync(join(one.folder, name));
    writeFileSync(join(one.folder, 'inside/a.txt'), 'needle in\n');
    writeFileSync(join(one.folder, 'other/a.txt'), 'needle out\n');
    const permitted = await one.tool('Grep').access?.({ pattern: 'x', path: 'inside' } as never, one.context);
    execSync('mv inside moved && ln -s other inside', { cwd: one.folder });
    const call = one.tool('Grep').call as (...args: unknown[]) => Promise<{ content: string }>;
    await expect(
      call(content('needle', { path: 'inside' }), contextWith(one.context, { permitted: permitted ?? [] })),
    ).rejects.toMatchObject({
      code: 'FILE_PATH_MOVED',
    });
  });

  longIt('answers in time on ten sparse gigabytes and on a line of a hundred megabytes, and works on', async () => {
    const one = await setUp();
    sparse(join(one.folder, 'sparse.bin'), 10 * 1024 ** 3);
    lineOf(join(one.folder, 'line.txt'), { megabytes: 100 });
    writeFileSync(join(one.folder, 'z.txt'), 'needle\n');
    const { content: text, isError } = await one.call('Grep', content('needle', { '-n': false }));
    expect(isError).toBe(false);
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^line\.txt:needlex+ \[\.\.\. omitted end of long line\]$/);
    expect(lines[0]?.length).toBeLessThan(2100);
    expect(lines[1]).toBe('z.txt:needle');
    expect((await one.call('Grep', { pattern: 'needle', path: 'z.txt' })).content).toBe('z.txt');
  });

  it('says which files it could not read', async () => {
    const one = await setUp();
    writeFileSync(join(one.folder, 'a.txt'), 'needle\n');
    mkdirSync(join(one.folder, 'closed'));
    chmodSync(join(one.folder, 'closed'), 0);
    const { content: text } = await one.call('Grep', { pattern: 'needle' });
    // root reads everything.
    expect(text).toBe(process.getuid?.() === 0 ? 'a.txt' : 'a.txt\n(1 file or folder could not be read.)');
    chmodSync(join(one.folder, 'closed'), 0o700);
  });

  it('ends with the signal', async () => {
    const one = await setUp();
    one.abort.abort();
    expect((await one.call('Grep', { pattern: 'x' })).content).toContain('interrupted');
  });
});

it('Grep without ripgrep is an error that says what to install (TOOL-GREP-02)', async () => {
  const { arch } = process;
  Object.defineProperty(process, 'arch', { value: 'unknown' });
  onTestFinished(() => void Object.defineProperty(process, 'arch', { value: arch }));
  const one = await setUp();
  const context = contextWith(one.context, { env: { PATH: one.folder } });
  const { content: text, isError } = await callTool(one.tool('Grep'), { pattern: 'x' }, context);
  expect(isError).toBe(true);
  expect(text).toContain('Grep needs ripgrep');
});
