import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ripgrepOnPath, ripgrepPath } from '@loadout/node';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type RipgrepRun, runRipgrep } from './run-ripgrep.js';

describe('runRipgrep', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loadout-rg-'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A search of a file and then of a FIFO that nobody writes to: it finds something and never ends. */
  async function endless(over: Partial<RipgrepRun>): Promise<RipgrepRun> {
    writeFileSync(join(folder, 'a.txt'), 'foo\nfoo\n');
    return {
      program: ripgrepPath({}) ?? 'rg',
      args: ['--no-config', '--threads=1', '--line-buffered', '--sort=path', '-e', 'foo', '--', 'a.txt', 'pipe'],
      cwd: folder,
      env: { MARK: folder },
      signal: new AbortController().signal,
      timeoutMs: 30_000,
      separator: '\n',
      onRecord: () => true,
      ...over,
    };
  }

  const left = () =>
    execFileSync('sh', ['-c', 'cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" | grep -c "^MARK=$WANTED\\$" || true'], {
      env: { ...process.env, WANTED: folder },
      encoding: 'utf8',
    }).trim();

  it('searches with an environment that may not be changed, also where Node adds a variable of its own', async () => {
    vi.stubEnv('NODE_V8_COVERAGE', '/nowhere');
    onTestFinished(() => void vi.unstubAllEnvs());
    const records: string[] = [];
    const onRecord = (record: string) => records.push(record) > 0;
    const args = ['--no-config', '-e', 'foo', '--', 'a.txt'];
    await runRipgrep(await endless({ args, env: Object.freeze({ MARK: folder }), onRecord }));
    expect(records).toEqual(['foo', 'foo']);
  });

  it('gives what it has when the time is up, and leaves nothing running (TOOL-GREP-07)', async () => {
    const records: string[] = [];
    const end = await runRipgrep(
      await endless({
        timeoutMs: 300,
        onRecord: (record) => {
          records.push(record);
          return true;
        },
      }),
    );
    expect(end).toMatchObject({ ended: 'time', code: null });
    expect(records).toEqual(['a.txt:foo', 'a.txt:foo']);
    expect(left()).toBe('0');
  });

  it('ends as soon as enough is known', async () => {
    const end = await runRipgrep(await endless({ onRecord: () => false }));
    expect(end).toMatchObject({ ended: undefined, code: null });
    expect(left()).toBe('0');
  });

  it('fails when somebody else ends the program, so that a part is not taken for the whole', async () => {
    writeFileSync(join(folder, 'dying'), '#!/bin/sh\necho foo\nkill -9 $$\n', { mode: 0o755 });
    const run = runRipgrep(await endless({ program: join(folder, 'dying') }));
    await expect(run).rejects.toMatchObject({ code: 'SEARCH_BROKEN', message: expect.stringContaining('SIGKILL') });
  });

  it('ends with the signal', async () => {
    const abort = new AbortController();
    const run = runRipgrep(
      await endless({
        signal: abort.signal,
        onRecord: () => {
          abort.abort();
          return true;
        },
      }),
    );
    await expect(run).rejects.toMatchObject({ code: 'SEARCH_INTERRUPTED' });
    expect(left()).toBe('0');
  });

  it('takes rg from the PATH when the package has no program, from absolute folders only', () => {
    expect(ripgrepOnPath(`.:${folder}`)).toBeUndefined();
    writeFileSync(join(folder, 'rg'), readFileSync('/bin/sh'), { mode: 0o755 });
    expect(ripgrepOnPath(`.:${folder}`)).toBe(join(folder, 'rg'));
  });
});
