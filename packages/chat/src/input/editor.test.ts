import { describe, expect, it } from 'vitest';
import { breadth } from '../../../../tests/lib/breadth.js';
import { graphemes, lineWidth } from '../text/width.js';
import { Bindings, keyNotation } from './bindings.js';
import { Editor } from './editor.js';
import type { Key } from './key.js';
import { Keys } from './keys.js';

/** Types into an editor what a terminal would send. */
function typeInto(editor: Editor, sent: string): void {
  const keys = new Keys((key) => void editor.press(key), { escapeMs: 60_000 });
  keys.push(Buffer.from(sent));
  keys.end();
}

/** An editor with `|` at the cursor. */
function edited(...sent: readonly string[]): string {
  const editor = new Editor();
  for (const one of sent) typeInto(editor, one);
  return shown(editor);
}

const shown = ({ text, cursor }: Editor) => `${text.slice(0, cursor)}|${text.slice(cursor)}`;
const paste = (text: string) => `\x1b[200~${text}\x1b[201~`;
const UP = '\x1b[A';
const DOWN = '\x1b[B';
const LEFT = '\x1b[D';
const HOME = '\x1b[H';
const CTRL_LEFT = '\x1b[1;5D';

describe('an editor', () => {
  it.each<readonly [what: string, sent: readonly string[], result: string]>([
    ['types', ['abc'], 'abc|'],
    ['begins a line for Ctrl+J', ['a\nb'], 'a\nb|'],
    ['begins a line for Alt+Enter', ['a\x1b\rb'], 'a\nb|'],
    ['begins a line for Shift+Enter', ['a\x1b[13;2ub'], 'a\nb|'],
    ['begins a line for Enter behind a backslash', ['a\\\rb'], 'a\nb|'],
    ['moves by what a person sees as one character', ['ae\u0301👩‍👩‍👧‍👦', LEFT, LEFT], 'a|e\u0301👩‍👩‍👧‍👦'],
    ['deletes it whole', ['a👩‍👩‍👧‍👦b', LEFT, '\x7f'], 'a|b'],
    ['goes to the begin and the end of the line (Ctrl+A, Ctrl+E)', ['a\nbc\x01x\x05y'], 'a\nxbcy|'],
    ['deletes to the begin of the line (Ctrl+U)', ['a\nbc\x15'], 'a\n|'],
    ['takes the line end next', ['a\nbc\x15\x15'], 'a|'],
    ['deletes to the end of the line (Ctrl+K)', ['a\nbc', UP, HOME, '\x0b'], '|\nbc'],
    ['deletes the word before (Ctrl+W)', ['git commit --amend\x17'], 'git commit --|'],
    ['deletes the word behind (Alt+D)', ['one two', HOME, '\x1bd'], '| two'],
    ['moves by words (Alt+B, Alt+F)', ['one two/three\x1bb\x1bb\x1bf'], 'one two|/three'],
    ['moves by words (Ctrl+Left)', ['one two', CTRL_LEFT, CTRL_LEFT], '|one two'],
    ['moves by the words of Chinese', ['你好世界\x1bb'], '你好|世界'],
    ['moves by words over a line end', ['a\nb\x1bb\x1bb\x1bb'], '|a\nb'],
    ['puts back what was cut (Ctrl+Y)', ['one two\x17\x17\x19\x19'], 'one twoone two|'],
    ['joins cuts behind the cursor in their order', ['one two', HOME, '\x1bd\x1bd\x19\x19'], 'one twoone two|'],
    ['takes back a word (Ctrl+_)', ['one two\x1f'], 'one|'],
    ['takes back all', ['one two\x1f\x1f\x1f'], '|'],
    ['takes back a cut', ['one two\x17\x1f'], 'one two|'],
    ['takes pasted lines', [paste('a\r\nb\tc')], 'a\nb\tc|'],
    ['drops what could steer the terminal', [paste('a\x07\x9bb')], 'ab|'],
  ])('%s', (_, sent, result) => expect(edited(...sent)).toBe(result));

  it.each([
    ['Enter', '\r', true],
    ['Tab', '\t', true],
    ['Escape', '\x1b', true],
    ['Ctrl+C', '\x03', true],
    ['Up in the first row', UP, true],
    ['Down in the last row', DOWN, true],
    ['a change of the focus', '\x1b[I', true],
    ['Backspace', '\x7f', false],
    ['Ctrl+D', '\x04', false],
  ])('leaves %s to the program', (_, sent, alsoWithText) => {
    for (const text of alsoWithText ? ['', 'one'] : ['']) {
      const editor = new Editor();
      editor.insert(text);
      let taken = true;
      const keys = new Keys((key) => (taken = editor.press(key)), { escapeMs: 60_000 });
      keys.push(Buffer.from(sent));
      keys.end();
      expect([taken, editor.text]).toEqual([false, text]);
    }
  });

  it('moves up and down by rows of the screen, and keeps the column', () => {
    const editor = new Editor();
    editor.insert('0123456789abcdefghi\nx\n0123');
    editor.picture(11);
    const places = [UP, UP, UP, UP, DOWN, DOWN, DOWN].map((sent) => {
      typeInto(editor, sent);
      return shown(editor).replaceAll('\n', '/');
    });
    expect(places).toEqual([
      '0123456789abcdefghi/x|/0123',
      '0123456789abcd|efghi/x/0123',
      '0123|456789abcdefghi/x/0123',
      '0123|456789abcdefghi/x/0123',
      '0123456789abcd|efghi/x/0123',
      '0123456789abcdefghi/x|/0123',
      '0123456789abcdefghi/x/0123|',
    ]);
  });

  it('takes other keys for an action from the settings', () => {
    const editor = new Editor(new Bindings({ deleteWordBack: ['f2'] }));
    typeInto(editor, 'one two\x17');
    expect(editor.text).toBe('one two');
    typeInto(editor, '\x1bOQ');
    expect(editor.text).toBe('one ');
  });

  it('completes a beginning', () => {
    const editor = new Editor();
    typeInto(editor, `see @pac, then${LEFT.repeat(6)}`);
    editor.complete('@pac'.length, '@packages/');
    expect(shown(editor)).toBe('see @packages/|, then');
  });

  it('is empty again when the text was sent', () => {
    const editor = new Editor();
    typeInto(editor, 'one two');
    editor.clear();
    typeInto(editor, '\x1f');
    expect([editor.text, editor.isEmpty]).toEqual(['', true]);
  });
});

describe('a long paste', () => {
  const long = 'line\n'.repeat(1204);
  const textOf = (editor: Editor, columns = 60) =>
    editor.picture(columns).lines.map((line) => line.map(({ text }) => text).join(''));

  it('is shown by its size, and is whole in the text', () => {
    const editor = new Editor();
    typeInto(editor, `see ${paste(long)}!`);
    expect(textOf(editor)).toEqual(['see [pasted 1,204 lines]!']);
    expect([editor.text, editor.cursor]).toEqual([`see ${long}!`, long.length + 5]);
  });

  it('is one character for the keys, comes back by undo, and is cut and put back whole', () => {
    const editor = new Editor();
    typeInto(editor, `a${paste(long)}b${LEFT}\x7f`);
    expect(shown(editor)).toBe('a|b');
    typeInto(editor, '\x1f');
    expect(editor.text).toBe(`a${long}b`);
    typeInto(editor, '\x17');
    expect(editor.text).toBe('ab');
    typeInto(editor, '\x19');
    expect(editor.text).toBe(`a${long}b`);
  });

  it('of one line tells its characters', () => {
    const editor = new Editor();
    typeInto(editor, paste('x'.repeat(1_000_000)));
    expect(textOf(editor, 20)).toEqual(['[pasted 1,000,000 c']);
  });

  it('cannot be confused with text that has the same characters of private use', () => {
    const editor = new Editor();
    typeInto(editor, paste(long) + paste('\u{100000}\u{10fffd}'));
    expect(editor.text).toBe(`${long}\ufffd\ufffd`);
  });
});

/** Letters, wide characters, marks, emoji, blanks, tabs and line ends. */
const PIECES = [
  'a',
  'b',
  ' ',
  '\n',
  'word ',
  '世',
  '界。',
  'e\u0301',
  '👍🏽',
  '👩‍👩‍👧‍👦',
  '🇩🇪',
  '\t',
  'x'.repeat(30),
  'y\n'.repeat(12),
];
const STEPS = [
  'insert',
  'left',
  'right',
  'delete',
  'deleteBack',
  'lineStart',
  'lineEnd',
  'deleteToEnd',
  'deleteToStart',
] as const;

/** A text as a list of what the cursor goes over, each a grapheme or a long paste. */
class Model {
  atoms: string[] = [];
  at = 0;

  step(step: (typeof STEPS)[number], piece: string): void {
    const { atoms, at } = this;
    if (step === 'insert') this.#splice(at, 0, piece.length > 20 && piece.includes('\n') ? [piece] : [...graphemes(piece)]);
    if (step === 'left') this.at = Math.max(0, at - 1);
    if (step === 'right') this.at = Math.min(atoms.length, at + 1);
    if (step === 'delete') this.#splice(at, 1, []);
    if (step === 'deleteBack' && at > 0) this.#splice(at - 1, 1, []);
    const start = atoms.lastIndexOf('\n', at - 1) + 1;
    const begin = at === 0 ? 0 : start;
    const found = atoms.indexOf('\n', at);
    const end = found === -1 ? atoms.length : found;
    if (step === 'lineStart') this.at = begin;
    if (step === 'lineEnd') this.at = end;
    if (step === 'deleteToEnd') this.#splice(at, end === at ? 1 : end - at, []);
    if (step === 'deleteToStart') {
      const from = begin === at ? Math.max(0, at - 1) : begin;
      this.#splice(from, at - from, []);
    }
  }

  #splice(from: number, removed: number, added: readonly string[]): void {
    this.atoms.splice(from, removed, ...added);
    this.at = from + added.length;
  }

  toString(): string {
    return `${this.atoms.slice(0, this.at).join('')}|${this.atoms.slice(this.at).join('')}`;
  }
}

/** Numbers that are the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const KEY_OF = {
  insert: '',
  left: LEFT,
  right: '\x1b[C',
  delete: '\x1b[3~',
  deleteBack: '\x7f',
  lineStart: '\x01',
  lineEnd: '\x05',
  deleteToEnd: '\x0b',
  deleteToStart: '\x15',
};

describe('any edits', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('give the text and the cursor of a plain list (seed %i)', (seed) => {
    const number = numbers(seed);
    const editor = new Editor();
    const model = new Model();
    for (let index = 0; index < 400; index++) {
      const step = STEPS[number(3) === 0 ? number(STEPS.length) : 0] ?? 'insert';
      const piece = PIECES[number(PIECES.length)] ?? '';
      model.step(step, piece);
      typeInto(editor, step === 'insert' ? paste(piece) : KEY_OF[step]);
      expect(shown(editor), `step ${index}: ${step}`).toBe(String(model));
    }
    for (let index = 0; index < 400; index++) typeInto(editor, '\x1f');
    expect(editor.cursor).toBeLessThanOrEqual(editor.text.length);
  });

  it.each([6, 20, 60, 200])(
    'are shown in %i columns: no row is wider, no character is lost, and the cursor is inside',
    (columns) => {
      const number = numbers(columns);
      const editor = new Editor();
      for (let index = 0; index < breadth(300, 100); index++) {
        typeInto(
          editor,
          number(4) === 0 ? ([LEFT, UP, DOWN, '\x7f'][number(4)] ?? '') : paste(PIECES[number(PIECES.length - 1)] ?? ''),
        );
        const { lines, cursor } = editor.picture(columns);
        for (const line of lines) expect(lineWidth(line)).toBeLessThanOrEqual(columns);
        const all = lines.map((line) => line.map(({ text }) => text).join('')).join('');
        expect(all).toBe(editor.text.replaceAll('\n', '').replaceAll('\t', '    '));
        expect(cursor?.row).toBeLessThan(lines.length);
        expect(cursor?.column).toBeLessThan(columns);
      }
    },
  );

  it('of a text that is higher than its room show the rows around the cursor', () => {
    const editor = new Editor();
    editor.set(Array.from({ length: 100 }, (_, index) => `row ${index}`).join('\n'));
    for (let index = 0; index < 50; index++) typeInto(editor, UP);
    const { lines, cursor } = editor.picture(40, { most: 7, prompt: [{ text: '> ' }] });
    expect(lines.map((line) => line.map(({ text }) => text).join(''))).toEqual(
      [46, 47, 48, 49, 50, 51, 52].map((row) => `  row ${row}`),
    );
    expect(cursor).toEqual({ row: 3, column: 8 });
  });
});

const press = (notation: string): Key => {
  const [, ctrl, alt, shift, name = ''] = /^(ctrl\+)?(alt\+)?(shift\+)?(.+)$/.exec(notation) ?? [];
  return { kind: 'key', name, text: '', ctrl: ctrl !== undefined, alt: alt !== undefined, shift: shift !== undefined };
};

describe('the notation of keys', () => {
  it('reads back as the same key', () => {
    for (const notation of ['ctrl+a', 'alt+shift+left', 'ctrl+shift+-', 'f1', 'ctrl++']) {
      const key = press(notation);
      expect(key.kind === 'key' && keyNotation(key)).toBe(notation);
    }
  });
});
