import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runChild } from './run-child.js';

it('starts a program with an environment that may not be changed, also where Node adds a variable of its own', async () => {
  vi.stubEnv('NODE_V8_COVERAGE', '/nowhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  const env = Object.freeze({ WORD: 'given' });
  const { signal } = new AbortController();
  const end = await runChild({ file: '/bin/sh', args: ['-c', 'printf %s "$WORD"'], cwd: '/', env, signal, mostBytes: 100 });
  expect([end, env]).toEqual([{ code: 0, signal: null, stdout: 'given', stderr: '' }, { WORD: 'given' }]);
});

it('does not outlive this process, nor does what the program has started', async () => {
  const others = process.listeners('exit');
  const { signal } = new AbortController();
  const args = ['-c', 'sleep 600 & echo started; wait'];
  let onStart = () => {};
  const started = new Promise<void>((resolve) => {
    onStart = resolve;
  });
  const ends = runChild({ file: '/bin/sh', args, cwd: '/', env: {}, signal, mostBytes: 100, onOutput: onStart });
  await started;
  const [onExit, ...more] = process.listeners('exit').filter((listener) => !others.includes(listener));
  expect(more).toEqual([]);
  onExit?.(0);
  // The streams close once no process holds them.
  expect(await ends).toMatchObject({ signal: 'SIGKILL', stdout: 'started\n' });
  expect(process.listeners('exit')).toEqual(others);
});

it('settles after the signal though a process that left the group holds its output', async () => {
  const over = new AbortController();
  let hear = (_text: string) => {};
  const started = new Promise<string>((resolve) => {
    hear = resolve;
  });
  const args = ['-c', 'setsid sh -c "echo \\$\\$; exec sleep 600" & wait'];
  const place = { cwd: '/', env: { PATH: process.env.PATH }, signal: over.signal, mostBytes: 100 };
  const ends = runChild({ file: '/bin/sh', args, ...place, onOutput: (_, text) => hear(text) });
  const pid = Number(await started);
  onTestFinished(() => void process.kill(pid, 'SIGKILL'));
  over.abort();
  expect(await ends).toMatchObject({ stdout: `${pid}\n` });
});

it('starts nothing under a signal that has aborted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-run-child-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const place = { cwd: folder, env: { PATH: process.env.PATH }, signal: AbortSignal.abort(), mostBytes: 100 };
  // Where it started, it would outlive the signal: nothing ends a group that it leaves.
  const ends = await runChild({ file: 'setsid', args: ['touch', 'started'], ...place });
  expect(ends).toEqual({ code: null, signal: 'SIGTERM', stdout: '', stderr: '' });
  expect(await runChild({ file: join(folder, 'missing'), args: [], ...place })).toEqual(ends);
  expect(existsSync(join(folder, 'started'))).toBe(false);
});
