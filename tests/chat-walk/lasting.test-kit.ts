import { ChatWindow } from './chat-window.test-kit.js';
import type { Job } from './job.test-kit.js';
import { call, edit, READ, text, WAITS } from './replies.test-kit.js';

const PLUGINS = {
  fs: '@loadout/tool-fs',
  shell: '@loadout/tool-shell',
  agents: '@loadout/tool-agents',
  tasks: '@loadout/tool-tasks',
};
const ALLOW = { permissions: { allow: ['Bash', 'Edit'] } };

/** Work that lasts, and sessions that go on. */
export const LASTING: readonly Job[] = [
  {
    title: 'Run a command in the background',
    text: 'The command has a line of its own while you talk on. When it ends, the chat says so, and the model hears of it. Ctrl+B sends one there that the model waits for.',
    async walk() {
      const window = await ChatWindow.chat({
        config: ALLOW,
        replies: [call('Bash', { command: WAITS, description: 'Run the tests' }), text('They run.'), text('12 passed.')],
      });
      window.say('Run the tests');
      await window.shows(/◌ Bash until/);
      window.press('C-b');
      await window.ended();
      const running = window.capture(/^› Run/);
      window.letGo();
      await window.shows(/completed/);
      window.say('And?');
      await window.ended(2);
      return `[Ctrl+B]\n\n${running}\n\n[the tests end]\n\n${window.capture(/completed$/, /^done/)}`;
    },
  },
  {
    title: 'Watch a subagent',
    text: 'A subagent has a live line with its calls and what it does now. Its report is the result of the call.',
    async walk() {
      const window = await ChatWindow.chat({
        config: { ...ALLOW, plugins: PLUGINS },
        replies: [
          call('Agent', { subagent_type: 'general-purpose', description: 'Run the tests', prompt: 'Run the tests.' }),
          READ,
          call('Bash', { command: WAITS }),
          text('12 tests passed.'),
          text('All 12 pass.'),
        ],
      });
      window.say('Have the tests run');
      await window.shows(/▸ .*Bash until/);
      const running = window.capture(/^› Have/);
      window.letGo();
      await window.ended();
      return `${running}\n\n[the subagent ends]\n\n${window.capture(/^● Agent/, /^done/)}`;
    },
  },
  {
    title: 'Follow a list of tasks',
    text: 'The tasks of the model are one list, which changes in place.',
    async walk() {
      const task = (subject: string) => ({ name: 'TaskCreate', input: { subject, description: subject } });
      const update = (taskId: string, status: string) => ({ name: 'TaskUpdate', input: { taskId, status } });
      const window = await ChatWindow.chat({
        config: { ...ALLOW, plugins: PLUGINS },
        replies: [
          { tools: [task('Buy bread'), task('Call Ada'), task('Water the plants')] },
          { tools: [update('1', 'completed'), update('2', 'in_progress')] },
          call('Bash', { command: WAITS }),
          { tools: [update('2', 'completed'), update('3', 'completed')] },
          text('All done.'),
        ],
      });
      window.say('Work through my list');
      await window.shows(/◌ Bash until/);
      const running = window.capture(/^◌ Bash/);
      window.letGo();
      await window.ended();
      return `${running}\n\n[later]\n\n${window.capture(/^All done/, /^done/)}`;
    },
  },
  {
    title: 'Compact a long conversation',
    text: '`/compact` replaces the conversation by a summary. The chat does it by itself when the window of the model is nearly full.',
    async walk() {
      const window = await ChatWindow.chat({
        replies: [text('Bread.'), text('Tomorrow.'), text('The person plans to buy bread tomorrow.'), text('Bread, tomorrow.')],
      });
      window.say('What shall I buy?');
      await window.ended();
      window.say('When?');
      await window.ended(2);
      window.say('/compact');
      await window.shows(/Compacted/);
      window.say('So, what is the plan?');
      await window.ended(4);
      return window.capture(/^› \/compact/, /^done/);
    },
  },
  {
    title: 'Continue an earlier session',
    text: '`/resume` offers the sessions of the folder: the first prompt, age, turns, cost and agent.',
    async walk() {
      const window = await ChatWindow.chat({ replies: [text('Bread.'), text('Tulips.'), text('Bread, as I said.')] });
      window.say('What shall I buy?');
      await window.ended();
      window.say('/clear');
      await window.hides(/› \/clear$/);
      window.say('Which flowers are red?');
      await window.ended(2);
      window.say('/resume');
      await window.shows(/Continue:/);
      const list = window.capture(/^Continue:/);
      window.press('Enter');
      await window.shows(/said last/);
      window.say('Say it again');
      await window.ended(3);
      return `${list}\n\n[Enter]\n\n${window.capture(/said last/, /^done/)}`;
    },
  },
  {
    title: 'Go back',
    text: 'Esc Esc, or `/rewind`, goes back to before a prompt. With `sessions: { checkpoints: true }`, the change of the files is shown first.',
    async walk() {
      const window = await ChatWindow.chat({
        config: { ...ALLOW, sessions: { checkpoints: true } },
        replies: [text('Hello.'), READ, edit('bread', 'milk'), text('Milk it is.')],
      });
      window.say('Hi');
      await window.ended();
      window.say('Milk, not bread');
      await window.ended(2);
      window.press('Escape', 'Escape');
      await window.shows(/Back to before:/);
      const prompts = window.capture(/^Back to/);
      window.press('Enter');
      await window.shows(/Take back:/);
      const preview = window.capture(/^notes\.txt .*$/);
      window.press('Enter');
      await window.shows(/^› Milk, not bread$/m);
      await window.shows(/Restored/);
      return `${prompts}\n\n[Enter]\n\n${preview}\n\n[Enter]\n\n${window.capture(/^Restored/)}`;
    },
  },
];
