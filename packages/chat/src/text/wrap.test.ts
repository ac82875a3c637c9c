import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longIt } from '../../../../tests/lib/breadth.js';
import { cut } from './cut.js';
import type { Span } from './line.js';
import { lineWidth, textWidth } from './width.js';
import { wrap } from './wrap.js';

const texts = (spans: readonly Span[], columns: number, indent = 0) =>
  wrap(spans, columns, { indent }).map((line) => line.map(({ text }) => text).join(''));
const wrapped = (text: string, columns: number, indent = 0) => texts([{ text }], columns, indent);

describe('widths', () => {
  it.each([
    ['abc', 3],
    ['日本', 4],
    ['e\u0301', 1],
    ['👍', 2],
    ['👩‍👩‍👧‍👦', 2],
    ['❤️', 2],
    ['🇩🇪', 2],
    ['각', 2],
    ['ｱ', 1],
    ['a\x1b[31mb', 2],
    ['\u200b', 0],
    ['a\tb', 6],
  ])('%j has %i columns', (text, width) => expect(textWidth(text)).toBe(width));
});

describe('wrapping', () => {
  it('breaks at blanks, keeps the blanks at a line start, and drops those at a break', () => {
    expect(wrapped('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrapped('  one two', 6)).toEqual(['  one', 'two']);
    expect(wrapped('one\n\n two', 20)).toEqual(['one', '', ' two']);
  });

  it('indents every line but the first', () => {
    expect(wrapped('one two three', 8, 2)).toEqual(['one two', '  three']);
  });

  it('breaks a long word only where it must', () => {
    expect(wrapped('an extraordinarily', 6)).toEqual(['an', 'extrao', 'rdinar', 'ily']);
  });

  it('breaks between Chinese characters, and leaves no mark of a list alone', () => {
    expect(wrapped('- 中文文字', 8)).toEqual(['- 中文文', '字']);
  });

  it('begins no line with a closing mark, and ends none with an opening one', () => {
    expect(wrapped('中文中文。中', 8)).toEqual(['中文中', '文。中']);
    expect(wrapped('中文中「文」', 8)).toEqual(['中文中', '「文」']);
  });

  it('keeps a word together that has several styles', () => {
    expect(texts([{ text: 'one tw' }, { text: 'oo', styles: ['bold'] }], 7)).toEqual(['one', 'twoo']);
  });

  it('loses no character and makes no line too wide, whatever the text', () => {
    const span = fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 60 }) });
    fc.assert(
      fc.property(fc.array(span, { maxLength: 5 }), fc.integer({ min: 2, max: 40 }), (spans, columns) => {
        const lines = wrap(spans, columns);
        for (const line of lines) expect(lineWidth(line)).toBeLessThanOrEqual(columns);
        const letters = (parts: readonly Span[]) => parts.map(({ text }) => text.replace(/\s/g, '')).join('');
        const all = lines.map(letters).join('');
        for (const { text } of spans) for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) expect(all).toContain(word);
      }),
    );
  });

  longIt('takes a line of a megabyte', () => {
    expect(wrapped('x'.repeat(1_000_000), 100)).toHaveLength(10_000);
    expect(wrapped('中'.repeat(100_000), 100)).toHaveLength(2_000);
    expect(wrapped('a '.repeat(500_000), 100)).toHaveLength(10_000);
  });
});

describe('cutting', () => {
  it('marks what is left out, and fits', () => {
    const text = (line: readonly Span[]) => line.map((span) => span.text).join('');
    expect(text(cut([{ text: 'abc' }], 3))).toBe('abc');
    expect(text(cut([{ text: 'ab' }, { text: 'cd' }], 3))).toBe('ab…');
    expect(text(cut([{ text: '日本語' }], 4))).toBe('日…');
    expect(text(cut([{ text: 'abc' }], 0))).toBe('');
  });
});
