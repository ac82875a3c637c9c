import { describe, expect, it } from 'vitest';
import type { Key } from '../input/key.js';
import { Keys } from '../input/keys.js';
import type { Line } from '../text/line.js';
import { lineWidth } from '../text/width.js';
import { fuzzyBest, fuzzyScore } from './fuzzy.js';
import { historySearch } from './history-search.js';
import { Menu } from './menu.js';
import { QuestionMenu } from './question-menu.js';

interface Pressed {
  press(key: Key): string | undefined;
}

/** Types what a terminal would send, and returns what the menu says to the last key. */
function typeInto(menu: Pressed, sent: string): string | undefined {
  let said: string | undefined;
  const keys = new Keys(
    (key) => {
      said = menu.press(key);
    },
    { escapeMs: 60_000 },
  );
  keys.push(Buffer.from(sent));
  keys.end();
  return said;
}

const textOf = (lines: readonly Line[]) => lines.map((line) => line.map(({ text }) => text).join(''));
const UP = '\x1b[A';
const DOWN = '\x1b[B';
const PAGE_DOWN = '\x1b[6~';

const commands = ['help', 'model', 'mode', 'compact', 'context', 'cost'].map((name) => ({
  value: name,
  text: `/${name}`,
  note: name === 'cost' ? 'Show the tokens so far.' : `About ${name}.`,
}));

describe('a menu', () => {
  it('shows what each item does, and marks the one that Enter takes', () => {
    const menu = new Menu({ items: commands.slice(0, 2) });
    expect(textOf(menu.block()(40))).toEqual(['› /help   About help.', '  /model  About model.']);
    expect([menu.chosen, typeInto(menu, '\r')]).toEqual(['help', 'taken']);
  });

  it('goes round at its ends', () => {
    const menu = new Menu({ items: commands });
    const chosen = [UP, DOWN, DOWN, '\x0e', '\x10', PAGE_DOWN].map((sent) => [typeInto(menu, sent), menu.chosen]);
    expect(chosen).toEqual(['cost', 'help', 'model', 'mode', 'model', 'cost'].map((name) => ['moved', name]));
  });

  it('is narrowed by what is typed: first by names, then by what they do', () => {
    const menu = new Menu({ items: commands });
    const found = (filter: string) => {
      menu.narrow(filter);
      return textOf(menu.block()(60)).map((text) => text.slice(2).split(' ')[0]);
    };
    expect(found('co')).toEqual(['/cost', '/compact', '/context']);
    expect(found('mdl')).toEqual(['/model']);
    expect(found('tokens')).toEqual(['/cost']);
    expect([found('xyz'), menu.chosen, menu.isEmpty]).toEqual([[], undefined, true]);
  });

  it('leaves other keys to the editor, and every key but Escape when it has nothing to offer', () => {
    const menu = new Menu({ items: commands, filter: 'xyz' });
    expect(['a', '\r', '\t', UP, '\x1b'].map((sent) => typeInto(menu, sent))).toEqual([...Array(4).fill(undefined), 'left']);
    menu.narrow('');
    expect(['a', '\x7f', '\x1b[Z', '\x1b\r', '\t'].map((sent) => typeInto(menu, sent))).toEqual([
      ...Array(4).fill(undefined),
      'taken',
    ]);
  });

  it.each([8, 20, 60, 200])('fits into %i columns, and shows at most as many items as it may', (columns) => {
    const items = Array.from({ length: 300 }, (_, index) => ({
      value: index,
      text: `项目 ${index}`,
      note: 'a long note '.repeat(30),
    }));
    const menu = new Menu({ items, most: 5 });
    for (let index = 0; index < 30; index++) {
      typeInto(menu, index % 7 === 0 ? PAGE_DOWN : DOWN);
      const lines = menu.block()(columns);
      expect(lines).toHaveLength(6);
      for (const line of lines) expect(lineWidth(line)).toBeLessThanOrEqual(columns);
      expect(textOf(lines).filter((text) => text.startsWith('›'))).toHaveLength(1);
    }
  });
});

describe('letters in their order', () => {
  it.each([
    ['ab', 'xaxbx', true],
    ['ba', 'xaxbx', false],
    ['', 'any', true],
    ['AB', 'ab', true],
    ['abc', 'ab', false],
  ])('%j in %j: %s', (query, text, isFound) => expect(fuzzyScore(query, text) !== undefined).toBe(isFound));

  it.each([
    ['ed', ['src/input/editor.ts', 'src/shared/keys.ts', 'src/xeyd.ts']],
    ['hf', ['src/historyFile.ts', 'src/shelf.ts']],
    ['menu', ['packages/chat/src/menu.ts', 'packages/chat/src/menu/question.ts', 'docs/mxexnxu.md']],
    ['chkeys', ['packages/chat/src/input/keys.ts', 'packages/core/src/checks/key-style.ts']],
  ])('%j: beginnings of words, letters side by side and short texts come first', (query, order) => {
    const shuffled = [...order].reverse();
    expect(fuzzyBest(query, shuffled, { text: (text) => text })).toEqual(order);
  });

  it('finds every text that has the letters, and no other', () => {
    const has = (query: string, text: string) => new RegExp([...query].join('.*')).test(text);
    for (let number = 0; number < 4096; number++) {
      const text = [...number.toString(4).padStart(6, '0')].map((digit) => 'ab/c'[Number(digit)]).join('');
      for (const query of ['a', 'ab', 'ba', 'cab', 'aab'])
        expect(fuzzyScore(query, text) !== undefined, `${query} in ${text}`).toBe(has(query, text));
    }
  });
});

describe('a search in the history', () => {
  const entries = ['fix the test', 'write a test\nfor the menu', 'commit'];

  it('shows the newest first, and each that has all words', () => {
    const search = historySearch(entries);
    typeInto(search, 'test the');
    expect(textOf(search.picture(60).lines)).toEqual(['Search: test the', '› fix the test', '  write a test ⏎ for the menu']);
    expect([typeInto(search, '\x12'), search.chosen]).toEqual(['moved', 'write a test\nfor the menu']);
    expect(typeInto(search, '\r')).toBe('taken');
  });

  it('takes a key for the typed line, and Escape leaves it', () => {
    const search = historySearch(entries, { filter: 'com' });
    expect(search.chosen).toBe('commit');
    expect([typeInto(search, '\x15'), search.text, search.chosen]).toEqual(['moved', '', 'fix the test']);
    expect(typeInto(search, '\x1b')).toBe('left');
  });
});

describe('a question', () => {
  const question = () =>
    new QuestionMenu({
      answers: [
        { key: 'y', text: 'Yes', value: 'once' },
        { key: 'a', text: 'Always: Bash(npm test)', value: 'always' },
        { key: 'n', text: 'No, because', value: 'no', takesWords: true },
      ],
    });

  it('wraps an answer that does not fit, so that its rule is read whole, and cuts one that would fill the window', () => {
    const rule = 'Bash(npm run build -- --only chat)';
    const shown = (text: string) => {
      const { lines } = new QuestionMenu({ answers: [{ key: 'a', text, value: 0 }] }).picture(30);
      return lines.map((line) =>
        line
          .map(({ text: part }) => part)
          .join('')
          .trim(),
      );
    };
    expect(shown(`always: ${rule}`).join(' ')).toBe(`› a  always: ${rule}`);
    expect(shown('word '.repeat(200))).toHaveLength(6);
    expect(shown('word '.repeat(200)).at(-1)).toBe('…');
  });

  it.each([
    ['y', 'taken', { value: 'once', words: '' }],
    ['Y', 'taken', { value: 'once', words: '' }],
    ['a', 'taken', { value: 'always', words: '' }],
    ['\r', 'taken', { value: 'once', words: '' }],
    [`${DOWN}\r`, 'taken', { value: 'always', words: '' }],
    [`${UP}${UP}\r`, 'taken', { value: 'always', words: '' }],
    ['n\r', 'taken', { value: 'no', words: '' }],
    ['ntoo early\r', 'taken', { value: 'no', words: 'too early' }],
    ['nyes\x1b', 'moved', { value: 'no', words: '' }],
    ['\x1b', 'left', { value: 'once', words: '' }],
    ['x', undefined, { value: 'once', words: '' }],
    ['\x1by', undefined, { value: 'once', words: '' }],
    ['\x19', undefined, { value: 'once', words: '' }],
    ['\x1b[200~y\x1b[201~', undefined, { value: 'once', words: '' }],
  ])('to %j says %s', (sent, said, chosen) => {
    const menu = question();
    expect([typeInto(menu, sent), menu.chosen]).toEqual([said, chosen]);
  });

  it('shows a key for each answer, and the words where they are typed', () => {
    const menu = question();
    expect(textOf(menu.picture(40).lines)).toEqual(['› y  Yes', '  a  Always: Bash(npm test)', '  n  No, because']);
    expect(menu.picture(40).cursor).toBeUndefined();
    typeInto(menu, 'nit fails');
    const { lines, cursor } = menu.picture(40);
    expect([textOf(lines)[2], cursor]).toEqual(['› n  No, because it fails', { row: 2, column: 25 }]);
  });

  it.each([10, 20, 60])('fits into %i columns while words are typed', (columns) => {
    const menu = question();
    typeInto(menu, `n${'because it fails 世界 '.repeat(5)}`);
    for (const line of menu.picture(columns).lines) expect(lineWidth(line)).toBeLessThanOrEqual(columns);
  });
});
