import { describe, expect, it } from 'vitest';
import { createLineRing } from './line-ring.js';

const MIB = 1024 * 1024;
const numbered = (first: number, last: number) => {
  let text = '';
  for (let line = first; line <= last; line++) text += `line ${line} é€😀\n`;
  return text;
};

describe('the newest output', () => {
  it('comes in whole lines and whole characters, however it was cut', () => {
    const text = numbered(1, 20);
    const bytes = Buffer.from(text);
    for (let size = 1; size < 40; size++) {
      const ring = createLineRing();
      let taken = '';
      for (let at = 0; at < bytes.length; at += size) {
        ring.push(bytes.subarray(at, at + size), 'stdout');
        const { text: part, dropped } = ring.take();
        expect(part === '' || part.endsWith('\n')).toBe(true);
        expect(dropped).toBe(0);
        taken += part;
      }
      expect(taken).toBe(text);
    }
  });

  it('keeps the lines of two streams apart', () => {
    const ring = createLineRing();
    ring.push(Buffer.from('out '), 'stdout');
    ring.push(Buffer.from('err\nrest'), 'stderr');
    ring.push(Buffer.from('put\n'), 'stdout');
    expect(ring.take().text).toBe('err\nout put\n');
    ring.end();
    expect(ring.take().text).toBe('rest');
  });

  it('drops the oldest lines beyond a mebibyte, begins with a whole line and counts what is missing', () => {
    const text = numbered(1, 200_000);
    const bytes = Buffer.from(text);
    for (const size of [1000, 65_536, 3 * MIB]) {
      const ring = createLineRing();
      for (let at = 0; at < bytes.length; at += size) ring.push(bytes.subarray(at, at + size), 'stdout');
      const { text: kept, dropped } = ring.take();
      expect(kept).toMatch(/^line \d+ é€😀\n/);
      expect(bytes.toString('utf8', dropped)).toBe(kept);
      expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(MIB);
      expect(Buffer.byteLength(kept)).toBeGreaterThan(MIB / 2);
    }
  });

  it('shows the end of an endless line, in whole characters', () => {
    const ring = createLineRing();
    const bytes = Buffer.from('€'.repeat(MIB));
    for (let at = 0; at < bytes.length; at += 65_536) ring.push(bytes.subarray(at, at + 65_536), 'stdout');
    ring.end();
    const { text, dropped } = ring.take();
    expect(text).toMatch(/^€+$/);
    expect(dropped + Buffer.byteLength(text)).toBe(bytes.length);
  });

  it('takes lines back, before those that came since', () => {
    const ring = createLineRing();
    ring.push(Buffer.from('one\ntwo\n'), 'stdout');
    const taken = ring.take();
    ring.push(Buffer.from('three\n'), 'stdout');
    ring.untake(taken);
    expect(ring.take()).toEqual({ text: 'one\ntwo\nthree\n', dropped: 0 });
    expect(ring.take()).toEqual({ text: '', dropped: 0 });
  });

  it('counts what was dropped before lines are taken back', () => {
    const ring = createLineRing();
    const bytes = Buffer.from(numbered(1, 200_000));
    ring.push(bytes, 'stdout');
    const taken = ring.take();
    ring.untake(taken);
    ring.push(Buffer.from('last\n'), 'stdout');
    const again = ring.take();
    expect(again.text.endsWith('é€😀\nlast\n')).toBe(true);
    expect(again.dropped + Buffer.byteLength(again.text)).toBe(bytes.length + 5);
  });
});
