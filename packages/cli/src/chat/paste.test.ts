import { describe, expect, it } from 'vitest';
import { Paste } from './paste.js';

const begin = '\x1b[200~';
const end = '\x1b[201~';

/** The line that the keys produce, in whatever pieces they arrive. */
function typed(...pieces: readonly string[]): string {
  const paste = new Paste();
  return paste.whole(pieces.map((piece) => paste.push(piece)).join(''));
}

describe('text that is pasted into a prompt (CLI-05)', () => {
  it('is one piece of it, with its lines, and with nothing that is a key', () => {
    expect(typed(`a ${begin}one\r\ntwo\rthree\n\x1b[A\x03${end} b`)).toBe('a one\ntwo\nthree\n[A b');
  });

  it('is the same wherever it was cut on its way', () => {
    const text = `x${begin}one\ntwo${end}y${begin}z${end}`;
    const isKey = (at: number) => text[at - 1] === '\x1b' && text.startsWith(begin, at - 1);
    for (let at = 1; at < text.length; at++)
      if (!isKey(at)) expect(typed(text.slice(0, at), text.slice(at)), String(at)).toBe('xone\ntwoyz');
  });

  it('is named where it is typed when it is long, and whole where it is read', () => {
    const paste = new Paste();
    const long = 'line\n'.repeat(10_000);
    const shown = paste.push(`see ${begin}${long}${end}!`);
    expect(shown).toBe('see [pasted text 1: 10000 lines]!');
    expect(paste.whole(shown)).toBe(`see ${long}!`);
    expect(paste.push(`${begin}${'x'.repeat(1_000)}${end}`)).toBe('[pasted text 2: 1 line]');
  });

  it('ends with Ctrl+C, also when the terminal never says that it has', () => {
    const paste = new Paste();
    expect([paste.push(`${begin}half`), paste.push('\x03'), paste.push('new')]).toEqual(['', '\x03', 'new']);
  });

  it('leaves a lone escape key alone', () => {
    expect(typed('\x1b', 'x')).toBe('\x1bx');
  });
});
