import { describe, expect, it } from 'vitest';
import { lookOf, painted, partsOf } from './painter.js';
import { rowsAbove } from './reflow.js';

const LOOK = { colours: true, links: true };
const shown = (...args: Parameters<typeof partsOf>) => painted(partsOf(...args));

describe('painting a line', () => {
  it('writes styles as codes of the palette, and joins what looks alike', () => {
    const line = [
      { text: 'a', styles: ['bold', 'red'] as const },
      { text: 'b', styles: ['bold', 'red'] as const },
      { text: 'c' },
    ];
    expect(shown(line, 80, LOOK)).toBe('\x1b[1;31mab\x1b[mc');
    expect(shown(line, 80, { ...LOOK, colours: false })).toBe('\x1b[1mab\x1b[mc');
  });

  it('cuts a line that does not fit', () => {
    expect(shown([{ text: 'abcdef' }], 4, LOOK)).toBe('abc…');
  });

  it('has one row only, whatever the text', () => {
    expect(shown([{ text: 'a\nb\tc\r\nd' }], 80, LOOK)).toBe('a b    c d');
  });

  it('makes links of the kinds that a browser opens, without a code inside', () => {
    const link = (target: string) => shown([{ text: 'x', link: target }], 80, LOOK);
    expect(link('https://x.test/a')).toBe('\x1b]8;;https://x.test/a\x1b\\x\x1b]8;;\x1b\\');
    for (const bad of [
      'javascript:alert(1)',
      'https://x\x1b\\\x1b[3J',
      'https://x\u202e',
      `https://${'x'.repeat(3_000)}`,
      'ssh://x',
    ])
      expect(link(bad)).toBe('x');
    expect(shown([{ text: 'x', link: 'https://x.test' }], 80, { ...LOOK, links: false })).toBe('x');
  });

  it.each([
    [{}, true, false],
    [{ NO_COLOR: '1' }, false, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    [{ FORCE_COLOR: '0' }, false, false],
    [{ TERM: 'dumb' }, false, false],
    [{ TERM_PROGRAM: 'iTerm.app' }, true, true],
    [{ TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a' }, true, false],
    [{ TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.4' }, true, true],
    [{ VTE_VERSION: '7006' }, true, true],
  ])('knows from %j what the terminal can', (env, colours, links) => {
    expect(lookOf(env)).toEqual({ colours, links });
  });
});

describe('the rows above the cursor after a resize', () => {
  const row = (text: string) => [{ text, codes: '', link: '' }];

  it('are as many as the terminal makes of the lines, and not one more', () => {
    const drawn = { rows: [row('x'.repeat(150)), row(''), row('中'.repeat(35)), row('> ')], at: { row: 3, column: 2 } };
    expect(rowsAbove(drawn, 60)).toBe(3 + 1 + 2);
    expect(rowsAbove(drawn, 200)).toBe(3);
    // A character of two columns does not begin in the last one.
    expect(rowsAbove({ rows: [row('中'.repeat(6)), row('')], at: { row: 1, column: 0 } }, 5)).toBe(3);
  });
});
