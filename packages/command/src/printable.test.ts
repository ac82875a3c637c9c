import { describe, expect, it } from 'vitest';
import { oneLine, printable, printableJson } from './printable.js';
import { table } from './table.js';

describe('text of a model or a tool on a terminal', () => {
  it('loses its escape sequences whole', () => {
    expect(printable('\x1b[31mred\x1b[0m \x1b]0;title\x07done \x1b]8;;http://x\x1b\\link')).toBe('red done link');
  });

  it('loses every control character but newline and tab', () => {
    const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter((one) => !/[ -~]/.test(one));
    expect(printable(controls.join(''))).toBe('\t\n');
  });

  it('loses what turns the reading direction, and keeps all other writing', () => {
    expect(printable('a\u202eb\u2066c\u200f')).toBe('abc');
    expect(printable('žluťoučký 日本語 🙂 مرحبا')).toBe('žluťoučký 日本語 🙂 مرحبا');
  });

  it('keeps no half of an escape sequence that is dangerous when it comes in pieces', () => {
    expect(['\x1b', '[2J', '\x9b2J'].map(printable).join('')).not.toMatch(/[\x1b\x9b]/);
  });

  it('is one line where there is room for one', () => {
    expect(oneLine('a\r\nb\n  c', 80)).toBe('a b c');
    expect(oneLine('x'.repeat(100), 10)).toBe(`${'x'.repeat(9)}…`);
  });

  it('is safe and on one line in each cell of a table', () => {
    expect(
      table([
        ['\x1b[31ma', 'b\nc'],
        ['longer', '\x1b]0;t\x07d'],
      ]),
    ).toBe('a       b c\nlonger  d\n');
  });

  it('as JSON is the same value without a control byte', () => {
    const value = { text: '\x1b[0m\x9b\u2028\u202e' };
    const json = printableJson(value);
    expect(json).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028\u202e]/);
    expect(JSON.parse(json)).toEqual(value);
  });
});
