import { createHash } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fingerprintOf } from './fingerprint.js';

const SMALL = Buffer.from('small');
const LARGE = Buffer.alloc(100_000, 'content of a large file\n');

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function withOneBit(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** Returns the module as another process has it, with a key of its own. */
async function inAnotherProcess(): Promise<typeof import('./fingerprint.js')> {
  const other: string = './fingerprint.js?another-process';
  return import(other);
}

it.each([
  ['small', SMALL],
  ['large', LARGE],
  ['empty', Buffer.alloc(0)],
])('knows a %s file again, also in another process', async (_, bytes) => {
  const first = fingerprintOf(bytes);
  const other = await inAnotherProcess();
  expect(fingerprintOf(Buffer.from(bytes), first)).toBe(first);
  expect(other.fingerprintOf(Buffer.from(bytes), first)).toBe(first);
});

it.each([0, 1, 50_000, LARGE.length - 1])('sees that one bit of byte %i of a large file changed', async (at) => {
  const first = fingerprintOf(LARGE);
  const changed = withOneBit(LARGE, at);
  expect(fingerprintOf(changed)).not.toBe(first);
  expect(fingerprintOf(changed, first)).not.toBe(first);
  expect((await inAnotherProcess()).fingerprintOf(changed, first)).not.toBe(first);
});

it.each([
  ['shorter', LARGE.subarray(0, -1)],
  ['longer by zeros', Buffer.concat([LARGE, Buffer.alloc(16)])],
  ['in another order', Buffer.concat([LARGE.subarray(16), LARGE.subarray(0, 16)])],
])('sees that a large file is %s', (_, changed) => {
  expect(fingerprintOf(changed, fingerprintOf(LARGE))).not.toBe(fingerprintOf(LARGE));
});

it('takes a key of its own in each process', async () => {
  expect((await inAnotherProcess()).fingerprintOf(LARGE)).not.toBe(fingerprintOf(LARGE));
});

it('compares with a digest that an earlier version recorded', () => {
  expect(fingerprintOf(LARGE, sha256(LARGE))).toBe(sha256(LARGE));
  expect(fingerprintOf(withOneBit(LARGE, 5), sha256(LARGE))).not.toBe(sha256(LARGE));
});

it.each(['', 'gmac:', 'gmac:00:00', `gmac:${'0'.repeat(64)}:${'0'.repeat(32)}`, `gmac:${'g'.repeat(64)}:${'0'.repeat(32)}`])(
  'equals no fingerprint that it could not have made: %j',
  (odd) => {
    expect(fingerprintOf(LARGE, odd)).not.toBe(odd);
    expect(fingerprintOf(SMALL, odd)).not.toBe(odd);
  },
);

const BORDER = 32 * 1024;

it.each([BORDER - 1, BORDER, BORDER + 1])(
  'knows a file of %i bytes again, and sees that it grew by one byte or lost one',
  async (size) => {
    const bytes = Buffer.alloc(size + 1, 'x');
    const first = fingerprintOf(bytes.subarray(0, size));
    const other = await inAnotherProcess();
    for (const { fingerprintOf: codeOf } of [{ fingerprintOf }, other]) {
      expect(codeOf(bytes.subarray(0, size), first)).toBe(first);
      expect(codeOf(bytes, first)).not.toBe(first);
      expect(codeOf(bytes.subarray(0, size - 1), first)).not.toBe(first);
      expect(codeOf(bytes.subarray(0, size), other.fingerprintOf(bytes))).not.toBe(first);
    }
  },
);

it('works with SHA-256 where there is no such cipher, and knows no file again by a code that it cannot make', async () => {
  vi.doMock('node:crypto', async (original) => ({
    ...(await original<typeof import('node:crypto')>()),
    getCipherInfo: () => undefined,
    createCipheriv: () => {
      throw new Error('Unknown cipher');
    },
  }));
  onTestFinished(() => void vi.doUnmock('node:crypto'));
  const without: string = './fingerprint.js?without-cipher';
  const other: typeof import('./fingerprint.js') = await import(without);
  expect(other.fingerprintOf(LARGE)).toBe(sha256(LARGE));
  expect(other.fingerprintOf(LARGE, sha256(LARGE))).toBe(sha256(LARGE));
  expect(other.fingerprintOf(LARGE, fingerprintOf(LARGE))).toBe(sha256(LARGE));
});
