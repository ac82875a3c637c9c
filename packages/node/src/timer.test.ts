import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { after, settlesWithin, timeLimit } from './timer.js';

/** Blocks this process, as if it were stopped or the machine slept. */
const standStill = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('work that ended while the process was stopped is noticed before its time limit (F11)', async () => {
  const child = spawn('true');
  const late = new Promise<string>((resolve) => after(100, () => resolve('late')));
  standStill(600);
  expect(await Promise.race([late, once(child, 'exit').then(() => 'ended')])).toBe('ended');
  expect(await late).toBe('late');
});

it('work that ended while the process was busy for a moment is noticed before its time limit', async () => {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const ended = once(port1, 'message');
  // After an immediate, Node looks at the timers that are due before it looks for messages.
  await new Promise((resolve) => setImmediate(resolve));
  port2.postMessage('ended');
  const inTime = settlesWithin(100, ended);
  standStill(150);
  expect(await inTime).toBe(true);
});

it('a cancelled wait is over, also while the process catches up', async () => {
  let called = false;
  const cancel = after(50, () => {
    called = true;
  });
  standStill(400);
  await new Promise((resolve) => setTimeout(resolve, 0));
  cancel();
  await new Promise((resolve) => after(700, () => resolve(undefined)));
  expect(called).toBe(false);
});

it('a time that is longer than a timer can be passes whole', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const day = 86_400_000;
  let called = false;
  after(60 * day, () => {
    called = true;
  });
  await vi.advanceTimersByTimeAsync(59.9 * day);
  expect(called).toBe(false);
  await vi.advanceTimersByTimeAsync(0.2 * day);
  expect(called).toBe(true);
});

it.each([1e15, Number.MAX_VALUE, Number.POSITIVE_INFINITY])('a time limit of %d ms is no limit that ends at once', async (ms) => {
  const limit = timeLimit(ms);
  // Node makes one millisecond of a time that is too long for a timer, and timers of one length end in their order.
  await once(AbortSignal.timeout(1), 'abort');
  expect(limit.aborted).toBe(false);
});

it.each([0, -1, -0.5, Number.NaN, Number.NEGATIVE_INFINITY])('a rest of time of %d ms is over at once', async (ms) => {
  const limit = timeLimit(ms);
  await expect.poll(() => limit.aborted).toBe(true);
});

it('a time limit takes a fraction of a millisecond', async () => {
  const limit = timeLimit(1.001);
  await expect.poll(() => limit.aborted).toBe(true);
});
