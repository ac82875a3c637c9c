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
