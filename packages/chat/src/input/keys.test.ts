import { describe, expect, it } from 'vitest';
import { keyNotation } from './bindings.js';
import type { Key } from './key.js';
import type { Reply } from './key-sequence.js';
import { Keys } from './keys.js';

/** The keys in a short form: the notation, or what was pasted. Text keys add their text where it is not their name. */
function spelled(key: Key): string {
  if (key.kind === 'paste') return `paste(${key.text})`;
  if (key.kind === 'focus') return key.has ? 'focus' : 'blur';
  return key.text === '' || key.text === key.name ? keyNotation(key) : `${keyNotation(key)}=${key.text}`;
}

function pressed(pieces: readonly (string | Buffer)[]): readonly string[] {
  const found: string[] = [];
  const keys = new Keys((key) => found.push(spelled(key)), { escapeMs: 60_000 });
  for (const piece of pieces) keys.push(Buffer.from(piece as string));
  keys.end();
  return found;
}

/** Sequences of terminals, with their keys. */
const SENT: readonly (readonly [terminal: string, sent: string, keys: string])[] = [
  ['any', 'a', 'a'],
  ['any', 'A', 'shift+a=A'],
  ['any', ' ', 'space= '],
  ['any', '?', '?'],
  ['any', 'é', 'é'],
  ['any', '世', '世'],
  ['any', '👍🏽', '👍 🏽'],
  ['any', '\r', 'enter'],
  ['any', '\n', 'ctrl+j'],
  ['any', '\t', 'tab'],
  ['any', '\x7f', 'backspace'],
  ['old', '\x08', 'backspace'],
  ['any', '\x00', 'ctrl+space'],
  ['any', '\x01', 'ctrl+a'],
  ['any', '\x03', 'ctrl+c'],
  ['any', '\x1a', 'ctrl+z'],
  ['any', '\x1f', 'ctrl+_'],
  ['any', '\x1b', 'escape'],
  ['any', '\x1b\x1b', 'escape escape'],
  ['any', '\x1bb', 'alt+b'],
  ['any', '\x1bB', 'alt+shift+b'],
  ['any', '\x1b\r', 'alt+enter'],
  ['any', '\x1b\x7f', 'alt+backspace'],
  ['any', '\x1b[', 'alt+['],
  ['any', '\x1bO', 'alt+shift+o'],
  ['xterm', '\x1b[A', 'up'],
  ['xterm', '\x1b[B', 'down'],
  ['xterm', '\x1b[C', 'right'],
  ['xterm', '\x1b[D', 'left'],
  ['xterm', '\x1bOA', 'up'],
  ['xterm', '\x1b[H', 'home'],
  ['xterm', '\x1bOF', 'end'],
  ['xterm', '\x1b[1;5C', 'ctrl+right'],
  ['xterm', '\x1b[1;3D', 'alt+left'],
  ['xterm', '\x1b[1;6H', 'ctrl+shift+home'],
  ['xterm', '\x1b[3~', 'delete'],
  ['xterm', '\x1b[3;5~', 'ctrl+delete'],
  ['xterm', '\x1b[5~', 'page-up'],
  ['xterm', '\x1b[Z', 'shift+tab'],
  ['xterm', '\x1bOP', 'f1'],
  ['xterm', '\x1b[15~', 'f5'],
  ['xterm', '\x1b[1;2P', 'shift+f1'],
  ['xterm', '\x1b[27;2;13~', 'shift+enter'],
  ['xterm', '\x1b[27;5;9~', 'ctrl+tab'],
  ['xterm', '\x1b[I', 'focus'],
  ['xterm', '\x1b[O', 'blur'],
  ['xterm', '\x1bOM', 'enter'],
  ['xterm', '\x1bOk', '+'],
  ['linux', '\x1b[[A', 'f1'],
  ['rxvt', '\x1b[7~', 'home'],
  ['rxvt', '\x1b\x1b[D', 'alt+left'],
  ['tmux', '\x1b[1~', 'home'],
  ['tmux', '\x1b[4~', 'end'],
  ['tmux', '\x1b[13;2u', 'shift+enter'],
  ['kitty', '\x1b[27u', 'escape'],
  ['kitty', '\x1b[13;2u', 'shift+enter'],
  ['kitty', '\x1b[13;5u', 'ctrl+enter'],
  ['kitty', '\x1b[127;5u', 'ctrl+backspace'],
  ['kitty', '\x1b[97;5u', 'ctrl+a'],
  ['kitty', '\x1b[99:67;6u', 'ctrl+shift+c'],
  ['kitty', '\x1b[1089::99;5u', 'ctrl+c'],
  ['kitty', '\x1b[97;133u', 'ctrl+a'],
  ['kitty', '\x1b[91;5u', 'escape'],
  ['kitty', '\x1b[104;5u', 'backspace'],
  ['kitty', '\x1b[109;7u', 'alt+enter'],
  ['kitty', '\x1b[105;6u', 'ctrl+shift+i'],
  ['kitty', '\x1b[32;2u', 'shift+space= '],
  ['kitty', '\x1b[45:95;6u', 'ctrl+shift+-'],
  ['kitty', '\x1b[98;3u', 'alt+b'],
  ['kitty', '\x1b[97:65;2u', 'shift+a=A'],
  ['kitty', '\x1b[228;1u', 'ä'],
  ['kitty', '\x1b[57400u', '1'],
  ['kitty', '\x1b[57414u', 'enter'],
  ['kitty', '\x1b[57419;5u', 'ctrl+up'],
  ['kitty', '\x1b[97;1:3u', ''],
  ['kitty', '\x1b[99;9u', ''],
  ['kitty', '\x1b[57358u', ''],
  ['an answer', '\x1b[?5u', ''],
  ['an answer', '\x1b[?62;22c', ''],
  ['an answer', '\x1b]11;rgb:ffff/ffff/ffff\x1b\\', ''],
  ['an answer', '\x1b]11;rgb:ffff/ffff/ffff\x07', ''],
  ['an answer', '\x1bP>|tmux 3.3a\x1b\\', ''],
  ['any', '\x1b[200~a\r\nb\rc\n\x1b[201~', 'paste(a\nb\nc\n)'],
  ['any', '\x1b[200~\x1b[31m\x02\x07\x1b[201~', 'paste([31m)'],
  ['any', '\x1b[200~日本\x1b[201~', 'paste(日本)'],
  ['any', '\x1b[200~\x1b[201~', 'paste()'],
];

describe('keys of terminals', () => {
  it.each(SENT)('of %s: %j is %s', (_, sent, keys) => expect(pressed([sent]).join(' ')).toBe(keys));

  it('are the same wherever the terminal cuts them', () => {
    for (const [, sent, keys] of SENT) {
      const bytes = Buffer.from(sent);
      for (let at = 1; at < bytes.length; at++)
        expect(pressed([bytes.subarray(0, at), bytes.subarray(at)]).join(' '), `${JSON.stringify(sent)} at ${at}`).toBe(keys);
      expect(pressed([...bytes].map((byte) => Buffer.from([byte]))).join(' '), JSON.stringify(sent)).toBe(keys);
    }
  });

  it('are the same one after the other as each alone, but for an Escape before more', () => {
    const whole = SENT.map(([, sent]) => sent).filter((sent) => !/^\x1b(?:\x1b|[[O])?$/.test(sent));
    const sent = Buffer.from(whole.join(''));
    expect(pressed([sent])).toEqual(whole.flatMap((one) => pressed([one])));
    for (let at = 1; at < sent.length; at++) expect(pressed([sent.subarray(0, at), sent.subarray(at)])).toEqual(pressed([sent]));
  });
});

describe('a sequence that does not go on', () => {
  it.each([
    ['a lone Escape', '\x1b', ['escape']],
    ['two', '\x1b\x1b', ['escape', 'escape']],
    ['Alt with a bracket', '\x1b[', ['alt+[']],
  ])('is a key after a moment: %s', async (_, sent, keys) => {
    const found: string[] = [];
    new Keys((key) => found.push(spelled(key)), { escapeMs: 1 }).push(Buffer.from(sent));
    expect(found).toEqual([]);
    await expect.poll(() => found).toEqual(keys);
  });

  it('waits for its rest where Escape is coded', async () => {
    const found: string[] = [];
    const keys = new Keys((key) => found.push(spelled(key)), { escapeMs: 1 });
    const other = new Keys((key) => found.push(`other ${spelled(key)}`), { escapeMs: 1 });
    keys.escapeIsCoded = true;
    keys.push(Buffer.from('\x1b'));
    other.push(Buffer.from('\x1b'));
    await expect.poll(() => found).toEqual(['other escape']);
    keys.push(Buffer.from('[A'));
    expect(found).toEqual(['other escape', 'up']);
  });

  it.each([
    ['\x1b[1\x03', ['ctrl+c']],
    ['\x1b]0;never closed\r', ['enter']],
    ['\x1bPq\x03a', ['ctrl+c', 'a']],
    ['\x1b[12\x1b[A', ['up']],
    ['\x1b\x1b\x1b[A', ['escape', 'alt+up']],
    ['\x1b\x1bx', ['escape', 'alt+x']],
    ['\x9b1A', ['1', 'shift+a=A']],
  ])('does not swallow the key behind it: %j', (sent, keys) => expect(pressed([sent])).toEqual(keys));
});

describe('anything at all', () => {
  it('gives the same keys however it is cut, and never holds Ctrl+C back', () => {
    const parts = [
      '\x1b',
      '[',
      'O',
      ']',
      'P',
      '\\',
      '~',
      '2',
      '0',
      ';',
      ':',
      '?',
      'u',
      'M',
      'A',
      '\x07',
      '\r',
      '\x9b',
      '世',
      '👍',
      '\x1b[200~',
      '\x1b[201~',
      ' ',
    ];
    let state = 1;
    const number = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let round = 0; round < 3000; round++) {
      const sent = Buffer.from(Array.from({ length: 1 + number(12) }, () => parts[number(parts.length)]).join(''));
      const at = number(sent.length);
      expect(pressed([sent.subarray(0, at), sent.subarray(at)]), JSON.stringify(sent.toString())).toEqual(pressed([sent]));
      expect(
        pressed([sent, '\x03', '\x03']).filter((key) => key.endsWith('ctrl+c')).length,
        JSON.stringify(sent.toString()),
      ).toBeGreaterThan(0);
    }
  });
});

describe('text', () => {
  it('comes character by character when it is typed, and whole when nobody can type so fast', () => {
    expect(pressed(['you'])).toEqual(['y', 'o', 'u']);
    expect(pressed([`${'x'.repeat(64)}\r`])).toEqual([`paste(${'x'.repeat(64)})`, 'enter']);
  });
});

describe('a paste', () => {
  it('of a megabyte is one key, in pieces of any size', () => {
    const text = 'The pasted text, 日本語 too.\n'.repeat(40_000);
    const bytes = Buffer.from(`\x1b[200~${text}\x1b[201~x`);
    const pieces = Array.from({ length: Math.ceil(bytes.length / 1021) }, (_, index) =>
      bytes.subarray(index * 1021, (index + 1) * 1021),
    );
    const found: Key[] = [];
    const keys = new Keys((key) => found.push(key));
    for (const piece of pieces) keys.push(piece);
    expect(found.map(({ kind }) => kind)).toEqual(['paste', 'key']);
    expect(found[0]).toEqual({ kind: 'paste', text });
  });

  it('without an end is ended by Ctrl+C, and by the end of the input', () => {
    expect(pressed(['\x1b[200~lost', '\x03', 'a'])).toEqual(['ctrl+c', 'a']);
    expect(pressed(['\x1b[200~kept'])).toEqual(['paste(kept)']);
  });
});

describe('answers of the terminal', () => {
  it('are told apart from keys', () => {
    const replies: Reply[] = [];
    const keys = new Keys(() => {}, { onReply: (reply) => replies.push(reply) });
    keys.push(Buffer.from('\x1b[?1u\x1b[?64;1;2c\x1b[?1;2R'));
    expect(replies).toEqual([{ kind: 'kitty', flags: 1 }, { kind: 'device' }]);
  });
});
