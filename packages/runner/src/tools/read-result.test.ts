import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolContext } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../run/scripted.test-kit.js';
import { readResult } from './read-result.js';

async function read(artifactDir: string, input: { path: string; offset?: number; search?: string }): Promise<string> {
  const whole = { offset: 0, ...input };
  const context = { artifactDir, permitted: [] } as Partial<ToolContext> as ToolContext;
  const permitted = (await readResult.access?.(whole, context)) ?? [];
  const output = await readResult.call(whole, { ...context, permitted });
  return typeof output === 'string' ? output : String(output.content);
}

function artifacts(text: string | Buffer): { dir: string; path: string } {
  const dir = join(tempFolder(), 'artifacts');
  const path = join(dir, 'tool-results', 'a.txt');
  mkdirSync(join(dir, 'tool-results'), { recursive: true });
  writeFileSync(path, text);
  return { dir, path };
}

describe('ReadResult: an agent without file tools can read a stored output', () => {
  it('reads page by page, and the pages together are the output, whatever its characters', async () => {
    const text = Array.from({ length: 9_000 }, (_, n) => `${n} é漢😀`).join('\n');
    const { dir, path } = artifacts(text);
    let seen = '';
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: string = await read(dir, { path, offset });
      const more: RegExpExecArray | null = /\n\n\(\d+ of \d+ bytes follow; go on with offset (\d+)\)$/.exec(page);
      seen += more === null ? page : page.slice(0, more.index);
      offset = more === null ? undefined : Number(more[1]);
    }
    expect(seen).toBe(text);
  });

  it('finds a text in an output of 2 GB without reading it into memory', async () => {
    const { dir, path } = artifacts('first needle here\n');
    truncateSync(path, 2 ** 31);
    expect(await read(dir, { path, search: 'needle' })).toBe('6: first needle here');
    expect(await read(dir, { path, offset: 2 ** 31 - 10 })).toHaveLength(10);
  });

  it('shows each match with its offset and its line, fifty at a time', async () => {
    const { dir, path } = artifacts(Array.from({ length: 60 }, (_, n) => `line ${n} é needle é`).join('\n'));
    const found = await read(dir, { path, search: 'needle' });
    expect(found.split('\n')[0]).toBe('10: line 0 é needle é');
    const [, next] = /go on with offset (\d+)\)$/.exec(found) ?? [];
    expect((await read(dir, { path, search: 'needle', offset: Number(next) })).split('\n')).toHaveLength(10);
    expect(await read(dir, { path, search: 'absent' })).toContain('"absent" does not occur');
  });

  it('finds a match across the pieces that are read', async () => {
    const { dir, path } = artifacts(`${'x'.repeat(256 * 1024 - 3)}needle${'y'.repeat(1000)}`);
    expect(await read(dir, { path, search: 'needle' })).toMatch(/^262141: x+needley+$/);
  });

  it('reads only regular files of the session', async () => {
    const { dir, path } = artifacts('x');
    const outside = join(dir, '..', 'secret.txt');
    writeFileSync(outside, 'secret');
    symlinkSync(outside, join(dir, 'link.txt'));
    execFileSync('mkfifo', [join(dir, 'pipe')]);
    for (const other of [outside, '../secret.txt', join(dir, 'link.txt'), '/etc/passwd', dir, '.'])
      expect(await read(dir, { path: other })).toContain('is not a saved tool output of this session');
    for (const other of ['pipe', 'tool-results', 'absent.txt'])
      expect(await read(dir, { path: other })).toContain('There is no saved tool output');
    expect(await read(dir, { path })).toBe('x');
    expect(await read(dir, { path, offset: 5 })).toBe('(nothing at offset 5; the output has 1 bytes)');
  });
});
