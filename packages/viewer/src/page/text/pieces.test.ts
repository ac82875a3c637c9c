import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { piecesOf } from './pieces.js';

const text = (of: string, style = '') => ({ kind: 'text', text: of, style });

describe('the pieces of a text', () => {
  it('are coloured by the codes of a terminal, and lose their colour at a reset', () => {
    expect(piecesOf('a\u001b[1;31mb\u001b[22mc\u001b[0md')).toEqual([
      text('a'),
      text('b', 'bold ansi-red'),
      text('c', 'ansi-red'),
      text('d'),
    ]);
  });

  it('take no colour from the parameters of a colour of 256 or of 24 bits', () => {
    expect(piecesOf('\u001b[38;5;31ma\u001b[48;2;1;31;32mb')).toEqual([text('a'), text('b')]);
  });

  it.each([
    ['a direction that is turned', '\u202e', 'U+202E'],
    ['a width of zero', '\u200b', 'U+200B'],
    ['a tag', '\u{e0041}', 'U+E0041'],
    ['a control', '\u0007', 'U+0007'],
  ])('show %s by its number', (_, char, code) => {
    expect(piecesOf(`a${char}b`)).toEqual([text('a'), { kind: 'hidden', code }, text('b')]);
  });

  it('are links only for http, without the end of a sentence', () => {
    expect(piecesOf('See https://example.com/a.b, or javascript:alert(1).')).toEqual([
      text('See '),
      { kind: 'link', href: 'https://example.com/a.b' },
      text(', or javascript:alert(1).'),
    ]);
  });

  it('have every character of a text without codes', () => {
    const plain = fc.stringMatching(/^[a-z0-9 .,:/\n]*$/);
    fc.assert(
      fc.property(plain, (given) => {
        const shown = piecesOf(given).map((piece) =>
          piece.kind === 'text' ? piece.text : piece.kind === 'link' ? piece.href : '',
        );
        expect(shown.join('')).toBe(given);
      }),
    );
  });
});
