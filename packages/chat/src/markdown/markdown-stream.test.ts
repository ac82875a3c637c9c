import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeadlessTerminal, ManualClock } from '../screen/headless-terminal.test-kit.js';
import { Screen } from '../screen/screen.js';
import type { Block } from '../text/line.js';
import { lineWidth } from '../text/width.js';
import { MarkdownStream, markdownBlock } from './markdown-stream.js';

const linesOf = (block: Block, columns = 60) =>
  block(columns).map((line) =>
    line
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );
const shown = (text: string, columns = 60) => linesOf(markdownBlock(text), columns);

/** Blocks that are final after the text, and those that are not. */
function streamed(text: string) {
  const stream = new MarkdownStream();
  stream.push(text);
  return { final: stream.finished().flatMap((block) => linesOf(block)), open: linesOf(stream.open()) };
}

describe('Markdown on a terminal', () => {
  it('shows headings, emphasis, code and links without their marks, and names the target of a link', () => {
    expect(shown('# A *b*\nSome **bold** `code` and [text](https://x.test/a).\nhttps://x.test')).toEqual([
      'A b',
      '',
      'Some bold code and text (https://x.test/a).',
      'https://x.test',
    ]);
  });

  it('shows lists with hanging lines, numbers as they are, and boxes', () => {
    expect(shown('Do:\n- one two three\n  - deep\n- [x] done\n\n3. c\n4. d', 12)).toEqual([
      'Do:',
      '• one two',
      '  three',
      '  • deep',
      '• [x] done',
      '3. c',
      '4. d',
    ]);
  });

  it('shows quotes, rules and HTML', () => {
    expect(shown('> a\n> b\n\n---\n\n<b>x</b> <div>', 10)).toEqual(['│ a', '│ b', '', '──────────', '', '<b>x</b>', '<div>']);
  });

  it('shows code as it is, and breaks it at the last column', () => {
    expect(shown('```ts\nconst a = 1;\n\n  b();\n```\nend', 10)).toEqual(['  const a', '  = 1;', '', '    b();', '', 'end']);
  });

  it('colours code of a known language, and only that', () => {
    const styles = (text: string) => markdownBlock(text)(60).flatMap((line) => line.flatMap((span) => span.styles ?? []));
    expect(styles('```ts\nconst a = "b"; // c\n```')).toEqual(['magenta', 'green', 'green', 'green', 'dim']);
    expect(styles('```\nconst a = "b";\n```')).toEqual([]);
  });

  it('shows a table in columns, narrower ones where they must be, and as lists where they cannot', () => {
    const table = '| Name | Long text | N |\n|:--|:-:|--:|\n| a | one two three four | 1 |\n| bb | x | 22 |';
    expect(shown(table)).toEqual([
      'Name │     Long text      │  N',
      '─────┼────────────────────┼───',
      'a    │ one two three four │  1',
      'bb   │         x          │ 22',
    ]);
    expect(shown(table, 24)).toEqual([
      'Name │  Long text   │  N',
      '─────┼──────────────┼───',
      'a    │   one two    │  1',
      '     │  three four  │',
      'bb   │      x       │ 22',
    ]);
    expect(shown(table, 11)).toEqual([
      'Name: a',
      'Long text:',
      '  one two',
      '  three',
      '  four',
      'N: 1',
      'Name: bb',
      'Long text:',
      '  x',
      'N: 22',
    ]);
  });

  it('keeps a table of Chinese text in its columns', () => {
    expect(shown('| 名 | b |\n|--|--|\n| 日本語 | c |')).toEqual(['名     │ b', '───────┼──', '日本語 │ c']);
  });
});

describe('Markdown that arrives', () => {
  it('makes a block final when the next one begins', () => {
    expect(streamed('one\n')).toEqual({ final: [], open: ['one'] });
    expect(streamed('one\n\n')).toEqual({ final: ['one'], open: [] });
    expect(streamed('one\n# Head\ntw')).toEqual({ final: ['one', '', 'Head'], open: ['', 'tw'] });
  });

  it('makes an item of a list final when the next one begins', () => {
    expect(streamed('- a\n- b\n- c')).toEqual({ final: ['• a'], open: ['• b', '• c'] });
  });

  it('makes a line of code final when it ends, and never shows the end of the block as code', () => {
    expect(streamed('```ts\nlet a;\nlet b')).toEqual({ final: ['  let a;'], open: ['  let b'] });
    expect(streamed('```ts\nlet a;\n``')).toEqual({ final: ['  let a;'], open: [] });
  });

  it('shows no mark of emphasis or code that is not closed yet', () => {
    expect(streamed('one **two').open).toEqual(['one two']);
    expect(streamed('one **two**, `three').open).toEqual(['one two, three']);
    expect(streamed('one **two*').open).toEqual(['one two']);
    expect(streamed('a *b* ~~c~~ _d_').open).toEqual(['a b c d']);
    expect(streamed('one **').open).toEqual(['one']);
    expect(streamed('2 * 3 and a_b_c').open).toEqual(['2 * 3 and a_b_c']);
    expect(streamed('one ** two `a**b` c').open).toEqual(['one ** two a**b c']);
  });

  it('makes the first 50 rows of a long table final, and shows its head above the next ones', () => {
    const rows = Array.from({ length: 60 }, (_, at) => `| ${at} | b |\n`).join('');
    const { final, open } = streamed(`| a | b |\n|--|--|\n${rows}`);
    expect(final).toHaveLength(52);
    expect(open).toHaveLength(1 + 12);
    expect(open.slice(0, 4)).toEqual(['', 'a  │ b', '───┼──', '50 │ b']);
    const whole = shown(`| a | b |\n|--|--|\n${Array.from({ length: 50 }, () => '| 1 | 2 |\n').join('')}\nend`);
    expect(whole.slice(-3)).toEqual(['1 │ 2', '', 'end']);
  });

  it('goes on with a block of hundreds of lines, and with a line of a megabyte', () => {
    const lines = Array.from({ length: 500 }, (_, at) => `line ${at}\n`).join('');
    expect(streamed(lines).final.filter((line) => line !== '').length).toBeGreaterThan(400);
    const stream = new MarkdownStream();
    for (let count = 0; count < 1_000; count++) stream.push('*_[`'.repeat(250));
    expect(stream.open()(80).length).toBeLessThan(200);
    expect(stream.end().flatMap((block) => block(80))).toHaveLength(12_500);
  });

  it('survives text that is nested thousands of times', () => {
    for (const text of ['>', '- ', '[', '**a', '*', '![', '<a>', '|', 'a`', '\t- ', '1. '])
      expect(shown(`${text.repeat(3_000)}\n`).length, text).toBeGreaterThan(0);
  });
});

const PIECES = [
  '# Head\n',
  'Some **bold** text, `code` and [a link](https://x.test).\n',
  'a',
  ' ',
  '\n',
  '\n\n',
  '- item\n',
  '  - inner\n',
  '1. first\n',
  '```ts\n',
  'const a = `b`;\n',
  '```\n',
  '~~~\n',
  '| a | b |\n',
  '|---|:-:|\n',
  '| 中文 | 👍 |\n',
  '> quote\n',
  '---\n',
  '===\n',
  '<div>\n',
  '    indented\n',
  '日本語の文章。',
  '\r\n',
  '**',
  '\x1b[3J',
  '\x1b]52;c;ZXZpbA==\x07',
  '\u202e\u2066\x9b2J\r\x08\x00',
  '[\x1b]0;a\x07](https://x.test/\x1b[2J)\n',
  '```\x1b[3J\n',
  '[x]: https://y.test\n',
];
const TEXT = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''));

describe('a stream of tokens', () => {
  it.each([20, 60, 200])('leaves the same in the scrollback as the whole text, at %i columns', async (columns) => {
    await fc.assert(
      fc.asyncProperty(TEXT, fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 30 }), async (text, sizes) => {
        const terminal = new HeadlessTerminal({ columns, rows: 12 });
        const clock = new ManualClock();
        const screen = new Screen(terminal, { clock });
        const stream = new MarkdownStream();
        screen.show((size) => ({ lines: [...stream.open()(size.columns), [{ text: 'status' }]] }));
        screen.open();
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          stream.push(text.slice(at, at + size));
          at += size;
          for (const block of stream.finished()) screen.commit(block);
          screen.changed();
          await clock.pass(20);
        }
        for (const block of stream.end()) screen.commit(block);
        screen.close();
        const wanted = shown(text, columns - 1);
        while (wanted.at(-1) === '') wanted.pop();
        expect(await terminal.text()).toEqual(wanted);
        expect(terminal.written.join('')).not.toMatch(/\x1b\[(?:3J|2J|\?1049|[\d;]*r)|\x1b\]|[\u202e\u2066\x9b\x08\x00\x07]/);
      }),
      { numRuns: 60 },
    );
  });

  it('has no line that is too wide, and loses no word', () => {
    fc.assert(
      fc.property(TEXT, fc.integer({ min: 4, max: 80 }), (text, columns) => {
        const lines = markdownBlock(text)(columns);
        for (const line of lines) expect(lineWidth(line)).toBeLessThanOrEqual(columns);
        const count = (whole: string, word: string) => whole.split(word).length;
        const all = lines
          .map((line) => line.map((span) => span.text).join(''))
          .join('')
          .replaceAll(/[ │]/g, '');
        for (const word of ['Head', 'item', 'inner', 'quote', '日本語'])
          expect(count(all, word), word).toBeGreaterThanOrEqual(Math.min(2, count(text, word)));
      }),
    );
  });
});
