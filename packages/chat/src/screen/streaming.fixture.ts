// A program in a terminal that streams so many words, with its process id in a file. Ctrl+C crashes it, Ctrl+Z suspends it, `q` ends it.
import { writeFileSync } from 'node:fs';
import { MarkdownStream } from '../markdown/markdown-stream.js';
import { processTerminal, suspended } from './process-terminal.js';
import { Screen } from './screen.js';

/** Text that terminals count differently, and text with marks. */
const OTHERS = ['', '中文 ', '', '👩‍👩‍👧‍👦 ', '**bold** ', '❤️ ', '`code` '];
const EVERY_MS = 5;
const COUNT = Number(process.argv[2]);
writeFileSync(process.argv[3] ?? '', `${process.pid}`);
const terminal = processTerminal();
const screen = new Screen(terminal);
const stream = new MarkdownStream();
let count = 0;

screen.show(({ columns }) => {
  const state = count === COUNT ? 'all words' : `${count} words`;
  const lines = [...stream.open()(columns), [{ text: '─'.repeat(columns) }], [{ text: '> type here' }], [{ text: state }]];
  return { lines, cursor: { row: lines.length - 2, column: 2 } };
});
screen.open();
const timer = setInterval(() => {
  stream.push(`word${count} ${OTHERS[count % OTHERS.length]}${count % 60 === 59 ? '.\n\n' : ''}`);
  count += 1;
  for (const block of stream.finished()) screen.commit(block);
  screen.changed();
  if (count === COUNT) clearInterval(timer);
}, EVERY_MS);

terminal.onInput(read);

async function read(piece: Buffer): Promise<void> {
  const text = piece.toString();
  if (text.includes('\x03')) throw new Error('the program crashes');
  if (text.includes('\x1a')) {
    screen.pause();
    terminal.onInput(undefined);
    await suspended();
    screen.resume();
    terminal.onInput(read);
  }
  if (text.includes('q')) {
    for (const block of stream.end()) screen.commit(block);
    screen.close();
    terminal.onInput(undefined);
  }
}
