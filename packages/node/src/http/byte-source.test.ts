import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ByteSource } from './byte-source.js';

/** Bytes of another process, which keeps running while this one is blocked. */
function bytesAfter(seconds: number, idleMs: number) {
  const child = spawn('sh', ['-c', `sleep ${seconds}; echo late`]);
  const source = new ByteSource(child.stdout, { idleMs });
  return { source, end: () => child.kill('SIGKILL') };
}

it('bytes that came while this process stood still are read, and it has not timed out (F11)', async () => {
  const { source } = bytesAfter(0.3, 200);
  const next = source.next();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800);
  expect((await next)?.toString()).toBe('late\n');
  expect(source.timedOut).toBe(false);
  source.close({ drain: false });
});

it('a source that stays silent times out', async () => {
  const { source, end } = bytesAfter(60, 50);
  expect(await source.next().catch(() => undefined)).toBeUndefined();
  expect(source.timedOut).toBe(true);
  end();
});

it('a source whose bytes mean nothing times out like a silent one (F17)', async () => {
  const body = new PassThrough();
  const comments = setInterval(() => body.write(': comment\n\n'), 5);
  const source = new ByteSource(body, { idleMs: 100 });
  let bytes: Buffer | undefined;
  do bytes = await source.next().catch(() => undefined);
  while (bytes !== undefined);
  clearInterval(comments);
  expect(source.timedOut).toBe(true);
});

it('a source whose bytes have a meaning does not time out', async () => {
  const body = new PassThrough();
  const source = new ByteSource(body, { idleMs: 100 });
  for (let count = 0; count < 30; count += 1) {
    setTimeout(() => body.write('data: 1\n\n'), 10);
    expect(await source.next()).toBeDefined();
    source.heard();
  }
  expect(source.timedOut).toBe(false);
  source.close({ drain: false });
});

describe('a source that is closed leaves no timer that keeps the process', () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

  it('after a body that has ended', async () => {
    const before = timers();
    const body = Readable.from([Buffer.from('all')]);
    const source = new ByteSource(body, { idleMs: 60_000 });
    const closed = once(body, 'close');
    expect((await source.next())?.toString()).toBe('all');
    expect(await source.next()).toBeUndefined();
    await closed;
    source.close({ drain: true });
    expect(timers()).toBe(before);
  });

  it('while the rest of a body is still to come', () => {
    const before = timers();
    const source = new ByteSource(new PassThrough(), { idleMs: 60_000 });
    expect(timers()).toBe(before + 1);
    source.close({ drain: true });
    expect(timers()).toBe(before);
  });
});
