import { ChatWindow } from './chat-window.test-kit.js';
import type { Job } from './job.test-kit.js';
import { text } from './replies.test-kit.js';

const SHOP = {
  'src/price.ts': 'export const price = 3;\n',
  'src/price.test.ts': 'test("price", () => {});\n',
  'src/shop.ts': 'export {};\n',
  'docs/prices.md': '# Prices\n',
};
/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The person writes. */
export const WRITING: readonly Job[] = [
  {
    title: 'Find a command',
    text: 'The list behind `/` narrows while you type, and searches what each command does.',
    async walk() {
      const window = await ChatWindow.chat({ replies: [] });
      window.type('/co');
      await window.shows(/^› copy/m);
      return window.capture(/^› \/co/);
    },
  },
  {
    title: 'Name a file',
    text: 'The list behind `@` finds files by letters of their paths. A file that a rule denies, here `.env`, is not offered.',
    async walk() {
      const window = await ChatWindow.chat({
        files: { ...SHOP, '.env': 'KEY=1\n' },
        config: { permissions: { deny: ['Read(.env)'] } },
        replies: [text('It is a constant.')],
      });
      window.type('Explain @pri');
      await window.shows(/› src\/price\.ts|› docs\/prices/);
      const list = window.capture(/^› Explain/);
      window.press('Tab');
      await window.hides(/@pri$/m);
      return `${list}\n\n[Tab]\n\n${window.capture(/^› Explain/)}`;
    },
  },
  {
    title: 'Run a command yourself',
    text: 'A line that begins with `!` runs under the same rules. The model reads the command and its output with your next prompt.',
    async walk() {
      const window = await ChatWindow.chat({
        config: { permissions: { allow: ['Bash(ls:*)'] } },
        files: SHOP,
        replies: [text('Two files of prices.')],
      });
      window.say('!ls src');
      await window.shows(/shop\.ts/);
      window.say('What did I list?');
      await window.ended();
      return window.capture(/^› !ls src/, /^done/);
    },
  },
  {
    title: 'Send a picture',
    text: 'The path of an image in the prompt sends the image, if the model takes images.',
    async walk() {
      const window = await ChatWindow.chat({
        replies: ({ body }) =>
          text(`I see ${JSON.stringify(body).includes('"image/png"') ? 'a picture of one pixel' : 'no picture'}.`),
      });
      window.picture('dot.png', PIXEL);
      window.say('What is on @dot.png?');
      await window.ended();
      return window.capture(/^› What/, /^done/);
    },
  },
  {
    title: 'Write several lines, and find an older prompt',
    text: 'Ctrl+J begins a new line. Up goes through your prompts, also those of earlier sessions; Ctrl+R searches them.',
    async walk() {
      const window = await ChatWindow.chat({ replies: [text('A haiku.'), text('Ok.')] });
      window.type('Write a poem:');
      window.press('C-j');
      window.type('- about bread');
      window.press('C-j');
      window.type('- short');
      await window.shows(/- short/);
      const typed = window.capture(/^› Write/);
      window.press('Enter');
      await window.ended();
      window.say('Thanks');
      await window.ended(2);
      window.press('C-r');
      window.type('bread');
      await window.shows(/^Search: bread\n› Write a poem/m);
      return `${typed}\n\n[Ctrl+R] bread\n\n${window.capture(/^Search/, /Enter takes/)}`;
    },
  },
  {
    title: 'Read Chinese and emoji',
    text: 'Wide characters take two columns, lines break between Chinese characters, and no line begins with a closing mark.',
    async walk() {
      const chinese =
        '中文文本也要正确换行，光标的位置必须准确。终端里的每个汉字占两列，所以一行的宽度不能按字符数来计算，而要按列数。标点不在行首。';
      const window = await ChatWindow.chat({
        columns: 60,
        replies: [
          text(
            chinese,
            '',
            '- 苹果 🍎 3.20',
            '- 面包 🥖 2.50',
            '',
            '| 名称 | 价格 |',
            '| --- | --: |',
            '| 面包 🥖 | 2.50 |',
            '| 苹果 | 3.20 |',
          ),
        ],
      });
      window.say('价格是多少？🙂');
      await window.ended();
      return window.capture(/^› 价格/);
    },
  },
  {
    title: 'Work in 60 columns',
    text: 'Nothing is drawn wider than the window. What does not fit is wrapped, or cut with `…`.',
    async walk() {
      const window = await ChatWindow.chat({
        columns: 60,
        replies: [
          text(
            'Bread is on the list, and so are a call to Ada and water for the plants. Nothing else is open.',
            '',
            '```ts',
            'const open = list.filter((item) => !item.done).map((item) => item.name).join(", ");',
            '```',
          ),
        ],
      });
      window.say('What is on my list, and what is still open of it today?');
      await window.ended();
      return window.capture(/^› What/);
    },
  },
];
