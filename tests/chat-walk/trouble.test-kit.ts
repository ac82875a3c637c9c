import { expect } from 'vitest';
import { ChatWindow } from './chat-window.test-kit.js';
import type { Job } from './job.test-kit.js';
import { call, text } from './replies.test-kit.js';

const HOSTILE = 'Look: \x1b]52;c;cm0gLXJmIH4=\x07\x1b[2J\x1b[31mred\x1b[0m and \u202egnp.exe\u202c end.\x07';

/** Faults around the chat, and its end. */
export const TROUBLE: readonly Job[] = [
  {
    title: 'See a server that fails',
    text: 'A server that does not start stops nothing. `/mcp` shows the state of each server, and reconnects it.',
    async walk() {
      const window = await ChatWindow.chat({
        config: { mcpServers: { docs: { command: 'node', args: ['missing.mjs'] } } },
        replies: [text('Hello.')],
      });
      window.say('Hi');
      await window.ended();
      window.say('/mcp');
      await window.shows(/Servers:/);
      const list = window.capture(/^› Hi/);
      window.press('Enter');
      await window.shows(/docs:/);
      return `${list}\n\n[Enter]\n\n${window.capture(/^docs:/)}`;
    },
  },
  {
    title: 'Lose the network',
    text: 'The chat asks again by itself, and says why. When the network is back, the answer comes.',
    async walk() {
      const window = await ChatWindow.chat({ replies: [text('Hello.'), text('Bread.')] });
      window.say('Hi');
      await window.ended();
      await window.network.cut();
      window.say('What shall I buy?');
      await window.shows(/Asking again/);
      await window.network.mend();
      await window.ended(2);
      return window.capture(/^› What shall/, /^done/);
    },
  },
  {
    title: 'Read hostile text',
    text: 'A file and an answer contain sequences that would write to your clipboard, clear the screen and turn text around. Text on the way to a decision shows them; the rest of the chat leaves them out.',
    async walk() {
      const window = await ChatWindow.chat({
        files: { 'hostile.txt': `${HOSTILE}\n` },
        replies: [
          call('Read', { file_path: 'hostile.txt' }),
          text(HOSTILE),
          call('Bash', { command: 'rm \u202egnp.exe\u202c # \x1b[8mhidden' }),
        ],
      });
      window.say('Read hostile.txt');
      await window.ended();
      const read = window.capture(/^› Read/, /^done/);
      window.say('Remove it');
      await window.asks(/Bash wants to run/);
      return `${read}\n\n${window.capture(/^› Remove/)}`;
    },
  },
  {
    title: 'Leave',
    text: 'The program gives the terminal back as it was: `stty -g` is the same, and the 40 lines from before the chat are still there, above the conversation.',
    async walk() {
      const window = await ChatWindow.open({ replies: [text('Bread.')] });
      window.say('stty -g > before; for n in $(seq 40); do echo "my line $n"; done');
      await window.shows(/^my line 40$/m);
      await window.start();
      window.say('What shall I buy?');
      await window.ended();
      window.say('/exit');
      await window.shows(/^\$$/m);
      window.say('stty -g > after; cmp before after && echo "the terminal is as before"');
      await window.shows(/^the terminal is as before$/m);
      const lines = window.everything().split('\n');
      for (let n = 1; n <= 40; n++) expect(lines.filter((line) => line === `my line ${n}`)).toHaveLength(1);
      return window.capture(/^my line 39$/);
    },
  },
];
