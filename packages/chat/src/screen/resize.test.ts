import { describe, expect, it } from 'vitest';
import { firstOf, longIt } from '../../../../tests/lib/breadth.js';
import { MarkdownStream } from '../markdown/markdown-stream.js';
import { HeadlessTerminal, ManualClock } from './headless-terminal.test-kit.js';
import { Screen } from './screen.js';

const MINE = Array.from({ length: 40 }, (_, at) => `my line ${at + 1} of before`);
const WORDS = Array.from({ length: 900 }, (_, at) => `word${at}${at % 60 === 59 ? '.\n\n' : ' '}`);

/** Streams text into a terminal, and resizes it before some of the tokens. */
async function streamed(sizes: Readonly<Record<number, readonly [number, number]>>, env: Record<string, string> = {}) {
  const terminal = new HeadlessTerminal({ columns: 200, rows: 24, env });
  await terminal.print(`${MINE.join('\n')}\n`);
  const clock = new ManualClock();
  const screen = new Screen(terminal, { clock });
  const stream = new MarkdownStream();
  screen.show(({ columns }) => {
    const lines = [
      ...stream.open()(columns),
      [],
      [{ text: `${'─'.repeat(columns)}` }],
      [{ text: '> type here' }],
      [{ text: 'status' }],
    ];
    return { lines, cursor: { row: lines.length - 2, column: 2 } };
  });
  screen.open();
  for (const [at, word] of WORDS.entries()) {
    const size = sizes[at];
    if (size !== undefined) await terminal.resize(...size);
    stream.push(word);
    for (const block of stream.finished()) screen.commit(block);
    screen.changed();
    await clock.pass(20);
  }
  for (const block of stream.end()) screen.commit(block);
  await clock.pass(100);
  screen.close();
  return { text: await terminal.text(), written: terminal.written.join('') };
}

describe('a window that is resized while text arrives', () => {
  const SIZES = [
    ['narrower and wide again', { 300: [60, 24], 600: [200, 24] }],
    ['in many steps', { 300: [150, 24], 301: [90, 20], 302: [60, 15], 600: [61, 15], 601: [120, 24], 602: [200, 30] }],
    ['lower and higher', { 300: [200, 8], 600: [200, 40] }],
    ['at every token', Object.fromEntries(WORDS.map((_, at) => [at, [60 + ((at * 37) % 140), 10 + (at % 20)]]))],
  ] as const;
  it.each(firstOf(2, SIZES))('keeps every earlier line exactly once, and every word: %s', async (_, sizes) => {
    const { text, written } = await streamed(sizes as Record<number, readonly [number, number]>);
    for (const line of MINE)
      expect(
        text.filter((one) => one === line),
        line,
      ).toHaveLength(1);
    const all = new Set(text.join(' ').split(/[ .]+/));
    expect(WORDS.map((word) => word.replace(/[ .\n]+$/, '')).filter((word) => !all.has(word))).toEqual([]);
    expect(written).not.toMatch(/\x1b\[(?:3J|2J|\?1049|[\d;]*r)/);
  });

  longIt('takes no line of the person where the terminal does not break lines anew', async () => {
    const { text } = await streamed({ 300: [60, 24], 600: [200, 24] }, { TERM: 'linux' });
    for (const line of MINE)
      expect(
        text.filter((one) => one === line),
        line,
      ).toHaveLength(1);
  });

  it('leaves no part of the old live region behind', async () => {
    const { text } = await streamed({ 300: [60, 24], 600: [200, 24] });
    expect(text.slice(0, 40)).toEqual(MINE);
    const words = text
      .slice(40)
      .join(' ')
      .split(/\s+/)
      .filter((word) => word !== '');
    expect(words).toEqual(WORDS.map((word) => word.trim()));
  });
});
