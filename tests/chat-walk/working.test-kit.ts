import { ChatWindow } from './chat-window.test-kit.js';
import type { Job } from './job.test-kit.js';
import { call, text, WAITS } from './replies.test-kit.js';

const BASH = { permissions: { allow: ['Bash'] } };

/** The model works, and the person watches or steps in. */
export const WORKING: readonly Job[] = [
  {
    title: 'Ask a question',
    text: 'A call is one line with its time and the beginning of its result. The answer is Markdown.',
    async walk() {
      const answer = text(
        'You want to:',
        '',
        '1. **buy** bread',
        '2. call *Ada*',
        '',
        '| item | price |',
        '| --- | --: |',
        '| bread | 3.20 |',
        '| soil for the plants | 11.00 |',
      );
      const window = await ChatWindow.chat({ replies: [call('Read', { file_path: 'notes.txt' }), answer] });
      window.say('What is on my list, and what does it cost?');
      await window.ended();
      return window.capture(/loadout chat/);
    },
  },
  {
    title: 'Interrupt the work',
    text: 'Esc ends what runs. The session goes on, and the model learns of the interrupt with the next prompt.',
    async walk() {
      const window = await ChatWindow.chat({ config: BASH, replies: [call('Bash', { command: 'sleep 600' }), text('Ended.')] });
      window.say('Run the long test');
      await window.shows(/◌ Bash sleep 600/);
      const running = window.capture(/^› Run/, /Esc interrupts/);
      window.press('Escape');
      await window.ended();
      return `${running}\n\n[Esc]\n\n${window.capture(/^■ Bash/, /^interrupted/)}`;
    },
  },
  {
    title: 'Steer the model while it works',
    text: 'You can type during the work. The model reads what you sent after its current step.',
    async walk() {
      const window = await ChatWindow.chat({
        config: BASH,
        replies: [call('Bash', { command: WAITS }), text('Only the fast ones: they pass.')],
      });
      window.say('Run the tests');
      await window.shows(/◌ Bash until/);
      window.say('only the fast ones');
      await window.shows(/⧖ only the fast ones/);
      window.letGo();
      await window.ended();
      return window.capture(/^› Run the tests/);
    },
  },
  {
    title: 'Take back what you typed ahead',
    text: 'A text that waits is visible. Up brings it back into the editor.',
    async walk() {
      const window = await ChatWindow.chat({ config: BASH, replies: [call('Bash', { command: WAITS }), text('They pass.')] });
      window.say('Run the tests');
      await window.shows(/◌ Bash until/);
      window.say('and commit all of it');
      await window.shows(/⧖ and commit all of it/);
      const waiting = window.capture(/◌ Bash/, /takes it back/);
      window.press('Up');
      await window.shows(/› and commit all of it/);
      const back = window.capture(/› and commit/);
      window.press('C-u');
      await window.hides(/and commit all/);
      window.letGo();
      await window.ended();
      return `${waiting}\n\n[Up]\n\n${back}`;
    },
  },
  {
    title: 'Fold 2,000 lines of output, and open them',
    text: 'Four lines are shown. Ctrl+O opens the whole text in your pager, and your scrollback stays as it was.',
    async walk() {
      const window = await ChatWindow.chat({
        config: BASH,
        replies: [call('Bash', { command: 'seq 2000' }), text('2,000 lines.')],
      });
      window.say('Count');
      await window.ended();
      const folded = window.capture(/^› Count/, /done/);
      window.press('C-o');
      await window.shows(/^── Bash/m);
      const opened = window
        .capture(/^── Bash/)
        .split('\n')
        .slice(0, 5)
        .join('\n');
      window.press('q');
      await window.shows(/^done/m);
      return `${folded}\n\n[Ctrl+O]\n\n${opened}\n…`;
    },
  },
];
