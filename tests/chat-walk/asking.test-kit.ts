import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChatWindow } from './chat-window.test-kit.js';
import type { Job } from './job.test-kit.js';
import { call, edit, READ, text } from './replies.test-kit.js';

const SESSION = { fs: '@loadout/tool-fs', shell: '@loadout/tool-shell', session: '@loadout/tool-session' };
const PLAN = call('ExitPlanMode', { plan: '## Plan\n\n1. Read `notes.txt`\n2. Buy *milk*' });

/** The chat asks, and the person decides. */
export const ASKING: readonly Job[] = [
  {
    title: 'Look at a change before you allow it',
    text: 'A change has line numbers, and the changed words are marked in colour. One key answers.',
    async walk() {
      const window = await ChatWindow.chat({ replies: [READ, edit('bread', 'milk'), text('Done.')] });
      window.say('Milk, not bread');
      await window.asks(/Edit wants to change/);
      const asked = window.capture(/^Edit wants/, /^ {2}n /);
      window.press('y');
      await window.ended();
      return `${asked}\n\n[y]\n\n${window.capture(/^● Edit/, /^3 /)}`;
    },
  },
  {
    title: 'Keep a rule for the session',
    text: 'With `a`, the rule in the question holds until the session ends. The second call is not asked about.',
    async walk() {
      const window = await ChatWindow.chat({
        replies: [
          call('Bash', { command: 'touch done.txt' }),
          text('Done.'),
          call('Bash', { command: 'touch done.txt' }),
          text('Again.'),
        ],
      });
      window.say('Note that it is done');
      await window.asks(/Bash wants to/);
      const asked = window.capture(/^Bash wants/, /^ {2}n /);
      window.press('a');
      await window.ended();
      window.say('Once more');
      await window.ended(2);
      return `${asked}\n\n[a]\n\n${window.capture(/^● Bash.*you allowed/, /^Again/)}`;
    },
  },
  {
    title: 'Keep a rule for the project',
    text: 'With `p`, the rule is written to your own file beside the configuration, which git ignores.',
    async walk() {
      const window = await ChatWindow.chat({ replies: [READ, edit('bread', 'milk'), text('Done.')] });
      window.say('Milk, not bread');
      await window.asks(/Edit wants to change/);
      window.press('p');
      await window.ended();
      const kept = readFileSync(join(window.folder, 'agent.config.local.yaml'), 'utf8');
      return `${window.capture(/^Edit\(.*is allowed/, /^● Edit/)}\n\n$ cat agent.config.local.yaml\n${kept.trimEnd()}`;
    },
  },
  {
    title: 'Say no, and say why',
    text: 'The model reads the words after `n`.',
    async walk() {
      const window = await ChatWindow.chat({
        replies: [READ, edit('bread', 'milk'), edit('bread', 'oat milk'), text('Oat milk it is.')],
      });
      window.say('No bread, please');
      await window.asks(/Edit wants to change/);
      window.press('n');
      window.type('oat milk, not milk');
      await window.shows(/oat milk, not milk/);
      window.press('Enter');
      await window.asks(/Buy oat milk/);
      return window.capture(/^⊘ Edit/, /Buy oat milk/);
    },
  },
  {
    title: 'Forbid a call by a rule',
    text: 'The project has the rule `deny: ["Read(.env)"]`. No question appears; the refusal names the rule and where it stands.',
    async walk() {
      const window = await ChatWindow.chat({
        config: { permissions: { deny: ['Read(.env)'] } },
        files: { '.env': 'KEY=1\n' },
        replies: [call('Read', { file_path: '.env' }), text('I may not read it.')],
      });
      window.say('Which key is in .env?');
      await window.ended();
      return window.capture(/^› Which key/, /^done/);
    },
  },
  {
    title: 'Change the mode',
    text: 'Shift+Tab goes through `default`, `acceptEdits` and `plan`; the status line shows the mode.',
    async walk() {
      const window = await ChatWindow.chat({ replies: [] });
      const seen = [window.status()];
      for (const mode of ['acceptEdits', 'plan', 'default']) {
        window.press('BTab');
        await window.shows(new RegExp(` · ${mode} · `));
        seen.push(window.status());
      }
      return seen.join('\n');
    },
  },
  {
    title: 'Approve a plan',
    text: 'In plan mode the model only looks, and ends with a plan. With `y` it carries the plan out.',
    async walk() {
      const window = await ChatWindow.chat({ config: { plugins: SESSION }, replies: [PLAN, text('I begin.')] });
      window.press('BTab', 'BTab');
      await window.shows(/ · plan · /);
      window.say('Milk, not bread');
      await window.asks(/The plan:/);
      const asked = window.capture(/^The plan/);
      window.press('y');
      await window.ended();
      return `${asked}\n\n[y]\n\n${window.capture(/^● ExitPlanMode/)}`;
    },
  },
  {
    title: 'Send a plan back',
    text: 'The words after `n` go to the model, which stays in plan mode.',
    async walk() {
      const window = await ChatWindow.chat({ config: { plugins: SESSION }, replies: [PLAN, text('I plan anew.')] });
      window.press('BTab', 'BTab');
      await window.shows(/ · plan · /);
      window.say('Milk, not bread');
      await window.asks(/The plan:/);
      window.press('n');
      window.type('ask Ada first');
      await window.shows(/ask Ada first/);
      window.press('Enter');
      await window.ended();
      return window.capture(/^⊘ ExitPlanMode/);
    },
  },
];
