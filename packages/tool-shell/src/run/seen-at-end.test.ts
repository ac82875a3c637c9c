import { describe, expect, it } from 'vitest';
import { seenAtEnd } from './seen-at-end.js';

const E = '\u001b';

describe('the text of output is what a person sees at the end (GAP-B2)', () => {
  it.each([
    [
      'a line that is written again',
      Array.from({ length: 1000 }, (_, n) => `\rDownloading ${n + 1}/1000`).join(''),
      'Downloading 1000/1000',
    ],
    ['a shorter text over a longer one', 'abcdef\rxy', 'xycdef'],
    ['a line that is erased first', `abcdef\r${E}[Kxy`, 'xy'],
    ['an erased line', `abcdef${E}[2K\rxy`, 'xy'],
    ['colours', `${E}[32mok${E}[39m ${E}[38;2;1;2;3mtest${E}[0m\n`, 'ok test\n'],
    ['colours with colons, and one of eight bits', `${E}[38:5:3ma\u009b0mb`, 'ab'],
    ['a title', `${E}]0;title\u0007done\n`, 'done\n'],
    ['a link', `${E}]8;;http://x${E}\\name${E}]8;;${E}\\`, 'name'],
    ['a title that never ends', `${E}]0;title\nrest`, '0;title\nrest'],
    ['a bell', 'a\u0007b', 'ab'],
    ['a backspace', 'ab\b\bxy|\b/', 'xy/'],
    ['Windows line ends', 'a\r\nb\r\r\n', 'a\nb\n'],
    ['rows of layers', `one: 1\ntwo: 1\n${E}[2A${E}[Gone: 9\ntwo: 9\n`, 'one: 9\ntwo: 9\n'],
    ['rows that are erased to the end', `a\nb\nc\n${E}[3A${E}[Jdone\n`, 'done\n'],
    ['a saved place', `${E}7ab${E}8x${E}[sy${E}[uz`, 'xz'],
    ['a screen that is cleared, which stays above', `old\n${E}[2J${E}[Hnew`, 'old\nnew'],
    ['a place on the screen', `${E}[2J${E}[H${E}[2;3Hx`, '\n  x'],
    ['modes', `${E}[?25l${E}[?2004hx${E}[?25h${E}(B`, 'x'],
    ['wide characters and emoji', '\r漢字 😀 1\r漢字 😀 2', '漢字 😀 2'],
    ['null bytes and tabs, which stay', 'a\0b\tc\u0007', 'a\0b\tc'],
    ['plain text', 'a\nb\tc\n', 'a\nb\tc\n'],
  ])('%s', (_, printed, seen) => expect(seenAtEnd(printed)).toBe(seen));

  it('a cursor reaches no more than 200 rows back, and no column and no row is far away', () => {
    const rows = Array.from({ length: 1000 }, (_, n) => `${n}\n`).join('');
    expect(seenAtEnd(`${rows}${E}[999A\rX`)).toContain('800\nX01\n');
    expect(seenAtEnd(`${E}[999999999Cx`).length).toBe(1001);
    expect(seenAtEnd(`${E}[999999999Bx${E}[999999999;1Hy`).length).toBeLessThan(300);
    expect(seenAtEnd(`${E}[0Ax${E}[99999999999999999999999999Dy`)).toBe('y');
  });

  it.each([
    ['frames', '\r12345'],
    ['movements in a long line', `${'x'.repeat(100)}${E}[50D${E}[A`],
    ['openings of sequences', `${E}]`],
    ['openings of others', `${E}[`],
    ['numbers', `${E}[1;1;1;1`],
    ['returns', '\r'],
  ])('a megabyte of %s is read to its end', (_, piece) => {
    expect(seenAtEnd(piece.repeat(1024 ** 2 / piece.length)).length).toBeLessThanOrEqual(1024 ** 2);
  });
});
