import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { firstEnd } from './first-end.js';

const options = (timeoutMs: number) => ({ timeoutMs, signal: new AbortController().signal, whenSent: () => () => {} });

/** Stops this process completely, as a SIGSTOP or a sleeping machine does. */
const standStill = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('a command that ended while this process stood still ended by itself, and not at its timeout (F11)', async () => {
  const child = spawn('true');
  const first = firstEnd(once(child, 'exit'), options(100));
  standStill(600);
  expect(await first).toBe('itself');
});

it('a command that goes on meets its timeout, also when this process stood still', async () => {
  const child = spawn('sleep', ['60']);
  const first = firstEnd(once(child, 'exit'), options(100));
  standStill(600);
  expect(await first).toBe('timeout');
  child.kill('SIGKILL');
});
