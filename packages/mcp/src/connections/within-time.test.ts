import { expect, it } from 'vitest';
import { RequestTimeout, withinTime } from './within-time.js';

const standStill = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const answerAfter = (ms: number) => new Promise<string>((resolve) => setTimeout(resolve, ms, 'answer'));

it('an answer to any request that came while this process stood still counts (F11)', async () => {
  const asked = withinTime({ timeout: 100 }, () => answerAfter(150));
  standStill(600);
  expect(await asked).toBe('answer');
});

it('a request without an answer ends with a timeout, and its signal says so', async () => {
  let ended: AbortSignal | undefined;
  const asked = withinTime({ timeout: 20 }, ({ signal }) => {
    ended = signal;
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  await expect(asked).rejects.toThrow(RequestTimeout);
  expect(ended?.aborted).toBe(true);
});

it('a request that the caller aborts fails with the reason of the caller', async () => {
  const caller = new AbortController();
  const asked = withinTime({ timeout: 60_000, signal: caller.signal }, ({ signal }) => {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  caller.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
});
