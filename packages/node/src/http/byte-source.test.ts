import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
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

it('a body that was read to its end leaves no timer behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  const before = timers();
  const body = Readable.from([Buffer.from('all of it')]);
  const source = new ByteSource(body, { idleMs: 60_000 });
  expect((await source.next())?.toString()).toBe('all of it');
  expect(await source.next()).toBeUndefined();
  await new Promise((closed) => (body.closed ? closed(undefined) : body.once('close', closed)));
  source.close({ drain: true });
  expect(timers()).toBe(before);
});
