// Streams an answer in Markdown to the screen of the chat, with a status that is different after each token, and counts what it writes.
import { setTimeout as after } from 'node:timers/promises';
import { MarkdownStream } from '../../packages/chat/src/markdown/markdown-stream.js';
import { Screen } from '../../packages/chat/src/screen/screen.js';

const [columns = 100, everyMs = 20] = process.argv.slice(2).map(Number);

const PART = `## Reading the file

The function \`readLines\` opens the file, and it **keeps** the last line back until the rest of it has arrived. That is why the
count was wrong: the test wrote two lines, but only the first one ended with a line break.

- The reader splits at line breaks, also at those of Windows
- 中文文本也要正确换行，光标的位置必须准确。
- Emoji such as 👍 and 🎉 take two columns 🚀

\`\`\`ts
const lines = text.split(/\\r?\\n/); // the last one may be open
return lines.slice(0, -1);
\`\`\`

1. Run the tests again
2. Look at the count, which is now 2

`;
const TOKENS = (PART.repeat(4).match(/.{1,6}/gs) ?? []).slice(0, 429);

const written = { bytes: 0, frames: 0 };
let firstAt = 0;
const terminal = {
  env: { TERM: 'xterm-256color' },
  size: { columns, rows: 24 },
  write: (text) => {
    written.bytes += Buffer.byteLength(text);
    written.frames += 1;
    firstAt ||= performance.now();
    return true;
  },
  writeSync: () => {},
  setRawMode: () => {},
  onInput: () => {},
  onResize: () => {},
  onDrain: () => {},
  onEnd: () => {},
  onExit: () => {},
};

const screen = new Screen(terminal);
const stream = new MarkdownStream();
let count = 0;
screen.show((size) => {
  const lines = [
    ...stream.open()(size.columns),
    [],
    [{ text: '─'.repeat(size.columns), styles: ['dim'] }],
    [{ text: '> ' }],
    [{ text: `coder · default · ${count} tokens · 12% of the context · $0.02 · main`, styles: ['dim'] }],
  ];
  return { lines, cursor: { row: lines.length - 2, column: 2 } };
});
screen.open();
await after(100);
Object.assign(written, { bytes: 0, frames: 0 });
firstAt = 0;
const start = performance.now();
const cpu = process.cpuUsage();
for (const [at, token] of TOKENS.entries()) {
  await after(Math.max(0, start + at * everyMs - performance.now()));
  stream.push(token);
  count += 1;
  for (const block of stream.finished()) screen.commit(block);
  screen.changed();
}
await after(100);
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(cpu);
console.log(
  JSON.stringify({
    perToken: written.bytes / TOKENS.length,
    frames: written.frames / seconds,
    first: firstAt - start,
    cpu: (user + system) / 1000 / TOKENS.length,
  }),
);
screen.close();
