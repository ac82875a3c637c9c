import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reloadMarkFile } from '@loadout/command';
import { isText } from '@loadout/core/model';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatting, gate, reader, textsOf, writer } from './chat.test-kit.js';

const IDLE = /› *\n.*main/;
describe('a chat', () => {
  it('is on the screen before the configuration is loaded, and what is typed by then is the first prompt', async () => {
    const { open, opened } = gate();
    const chat = await chatting({ steps: [{ text: 'Good day.' }], ready: opened });
    expect(await chat.text()).toMatch(/^› *\nstarting/);
    chat.type('hello\r');
    await chat.sees('⧖ hello');
    open();
    await chat.sees('Good day.');
    expect(await chat.text()).toContain('› hello');
  });

  it('names its keys from when a prompt can be sent until one is sent', async () => {
    const { open, opened } = gate();
    const chat = await chatting({ steps: [{ text: 'Good day.' }], ready: opened, settings: 'keys: { newline: ctrl+l }\n' });
    await chat.sees('starting');
    expect(await chat.text()).not.toContain('/ commands');
    open();
    await chat.sees(/^\/ commands · @ files · ! shell · Esc interrupts *\n› *\n/);
    chat.type('hello\r');
    await chat.sees('Good day.');
    expect(await chat.text()).not.toContain('/ commands');
  });

  it('shows an answer as Markdown, and a call with its time and the beginning of its output', async () => {
    const look = reader('Look', () => Array.from({ length: 20 }, (_, at) => `line ${at + 1}`).join('\n'));
    const chat = await chatting({
      steps: [{ text: 'I look.', calls: [{ name: 'Look', input: { path: 'a.txt' } }] }, { text: '# Title\n\nIt is **bold**.\n' }],
      customTools: [look],
    });
    chat.type('look\r');
    await chat.sees(/Title\s+It is bold\.[\s\S]*done · 2 turns · 1 call/);
    expect(await chat.text()).toMatch(
      /I look\.\n\n● Look a\.txt {2}\S+ ms {2}20 lines\n {2}│ line 1\n[\s\S]*│ line 4\n {2}│ … 16 more lines, Ctrl\+O shows all\n/,
    );
    await chat.sees(IDLE);
  });

  it('folds thinking into one line', async () => {
    const chat = await chatting({ steps: [{ thinking: 'Deep thoughts.', text: 'So.' }] });
    chat.type('think\r');
    await chat.sees(/✻ Thought for \S+ \S+ Ctrl\+O shows it[\s\S]*So\./);
    expect(await chat.text()).not.toContain('Deep thoughts.');
  });

  it('ends with Ctrl+D at the empty prompt, and says how to continue', async () => {
    const chat = await chatting({ steps: [{ text: 'Hi.' }] });
    chat.type('hello\r');
    await chat.sees('done · 1 turn');
    chat.type('\x04');
    expect(await chat.end).toEqual({ exitCode: 0, continues: undefined });
    expect(await chat.text()).toMatch(/^Continue: npx @loadout\/cli chat --resume \S{36}$/m);
    expect(chat.terminal.isRaw).toBe(false);
  });

  it('lets no text steer the terminal: of the model, of a tool, of the process, or in a question', async () => {
    const evil = 'x\x1b]52;c;ZXZpbA==\x07\x1b[2J\x1b[3J\x1b[?1049h\u202eabc\x9b2Jy';
    const shout = writer(`Shout`, () => evil);
    const chat = await chatting({
      steps: [{ text: `${evil}\n\n`, calls: [{ name: 'Shout', input: { command: evil } }] }, { text: evil }],
      customTools: [shout],
    });
    chat.type('go\r');
    await chat.sees('yes, this once');
    chat.tell(`log ${evil}`);
    chat.rest();
    chat.type('y');
    await chat.sees('done · 2 turns');
    for (const text of chat.terminal.written) expect(text).not.toMatch(/\x1b\]52|\x1b\[[23]J|\x1b\[\?1049h|\u202e|\x9b/);
  });
});

describe('a question', () => {
  const asking = (call = () => 'Written.') => ({
    steps: [{ calls: [{ name: 'Put', input: { command: 'put it' } }] }, { text: 'Well.' }],
    customTools: [writer('Put', call)],
  });

  it('is answered by one key', async () => {
    const chat = await chatting(asking());
    chat.type('go\r');
    await chat.sees(/Put wants to run:\n {2}│ put it\n[\s\S]*y {2}yes, this once/);
    chat.rest();
    chat.type('y');
    await chat.sees(/● Put put it.*you allowed it/);
    await chat.sees('Well.');
  });

  it('is not answered by what was typed before a person could read it', async () => {
    const chat = await chatting(asking());
    chat.type('go\r');
    await chat.sees('yes, this once');
    chat.type('y');
    chat.rest(299);
    chat.type('yes');
    await chat.sees(/n {2}no.*\n› yyes/);
    chat.rest(300);
    chat.type('n');
    chat.type('\r');
    await chat.sees(/⊘ Put put it {2}denied/);
    await chat.sees('› yyes');
  });

  it('takes a no with words, which the model reads', async () => {
    const chat = await chatting(asking());
    chat.type('go\r');
    await chat.sees('yes, this once');
    chat.rest();
    chat.type('nuse the other file\r');
    await chat.sees('Well.');
    expect(textsOf(chat.model.requests[1])).toContain('They say: use the other file');
  });

  it('waits until those before it are answered', async () => {
    const calls = ['first', 'second'].map((command) => ({ name: 'Put', input: { command } }));
    const chat = await chatting({ ...asking(), steps: [{ calls }, { text: 'Both.' }] });
    chat.type('go\r');
    await chat.sees('│ first');
    chat.rest();
    chat.type('y');
    await chat.sees('│ second');
    chat.type('y');
    expect(await chat.text()).toContain('› y');
    chat.rest();
    chat.type('y');
    await chat.sees('Both.');
  });

  it('that is higher than the screen can be read whole', async () => {
    const command = Array.from({ length: 50 }, (_, at) => `echo part-${at}`).join('\n');
    const chat = await chatting({
      ...asking(),
      steps: [{ calls: [{ name: 'Put', input: { command } }] }, { text: 'Well.' }],
      rows: 16,
    });
    chat.type('go\r');
    await chat.sees('yes, this once');
    for (const at of [0, 20, 49]) expect(await chat.text()).toContain(`echo part-${at}`);
  });

  it.each([
    ['Escape', '\x1b'],
    ['Ctrl+C', '\x03'],
  ])('is left with %s: nothing runs, and the work is interrupted', async (_, key) => {
    const chat = await chatting(
      asking(() => {
        throw new Error('It ran.');
      }),
    );
    chat.type('go\r');
    await chat.sees('yes, this once');
    chat.rest();
    chat.type(key);
    await chat.sees(/interrupted|stopped/);
    await chat.sees(IDLE);
    expect(chat.model.requests.length).toBe(1);
  });

  it('about a plan shows the plan as Markdown, and what each answer allows', async () => {
    const chat = await chatting({
      steps: [{ calls: [{ name: 'ExitPlanMode', input: { plan: '# Steps\n\n- **one**' } }] }, { text: 'Done.' }],
      customTools: [writer('ExitPlanMode', () => 'Approved.')],
    });
    chat.type('plan\r');
    await chat.sees(
      /The plan:\n[\s\S]*Steps\n[\s\S]*• one\n[\s\S]*y {2}yes, carry it out, and ask about changes\n *e {2}yes, carry it out, and allow file changes/,
    );
  });
});

describe('a change of the configuration that loadout dev has checked (GAP-F11)', () => {
  const changed = ({ folder }: { readonly folder: string }) => {
    const file = reloadMarkFile(join(folder, 'agent.config.yaml'), join(folder, 'state'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ at: Date.now(), changed: 'agent.config.yaml' }));
  };

  it('is told at an empty prompt, and another process continues the session', async () => {
    const chat = await chatting({ steps: [{ text: 'Good day.' }] });
    chat.type('hello\r');
    await chat.sees('Good day.');
    changed(chat);
    expect(await chat.end).toMatchObject({ exitCode: 0, continues: { sessionId: expect.any(String) } });
    expect(await chat.text()).toContain('agent.config.yaml changed. The chat continues with the files as they are now.');
  });

  it('waits for what is being typed', async () => {
    const chat = await chatting({ steps: [{ text: 'Good day.' }] });
    await chat.sees(IDLE);
    chat.type('hel');
    await chat.sees('› hel');
    changed(chat);
    chat.type('lo\r');
    await chat.sees('Good day.');
    expect(await chat.end).toMatchObject({ exitCode: 0, continues: {} });
  });
});

describe('the keys and commands', () => {
  it.each([
    ['Shift+Tab', '\x1b[Z'],
    ['Alt+M', '\x1bm'],
  ])('%s goes through the permission modes', async (_, key) => {
    const chat = await chatting({ steps: [] });
    await chat.sees('default');
    for (const mode of ['acceptEdits', 'plan', 'default']) {
      chat.type(key);
      await chat.sees(new RegExp(`· ${mode}(?: ·|$)`, 'm'));
    }
  });

  it('a slash opens a list that typing narrows', async () => {
    const chat = await chatting({ steps: [] });
    await chat.sees('default');
    chat.type('/comp');
    await chat.sees(/› compact .*Replace the conversation with a summary\./);
    chat.type('\t');
    await chat.sees('› /compact');
  });

  it('an @ offers files, and none that a rule denies', async () => {
    const chat = await chatting({ steps: [], permissions: { deny: ['Read(secret*)'] } });
    for (const name of ['notes.md', 'secret.md']) writeFileSync(join(chat.folder, name), 'x');
    await chat.sees('default');
    chat.type('see @md');
    await chat.sees(/› notes\.md/);
    expect(await chat.text()).not.toContain('secret.md');
    chat.type('\t');
    await chat.sees('› see @notes.md');
  });

  it('an @ without ripgrep says what is missing', async () => {
    const { arch } = process;
    Object.defineProperty(process, 'arch', { value: 'unknown' });
    onTestFinished(() => void Object.defineProperty(process, 'arch', { value: arch }));
    const chat = await chatting({ steps: [], env: { PATH: '' } });
    await chat.sees('default');
    chat.type('see @md');
    await chat.sees('Files are listed by ripgrep, which is missing here');
    chat.type('\x15/comp');
    await chat.sees(/› compact /);
    await chat.hides('ripgrep');
  });

  it('a ! runs a command under the rules, asks if a rule asks, and puts it on record', async () => {
    const ran: unknown[] = [];
    const bash = writer('Bash', (input) => {
      ran.push(input);
      return 'on branch main';
    });
    const chat = await chatting({ steps: [{ text: 'Seen.' }], customTools: [bash], permissions: { ask: ['Bash'] } });
    await chat.sees('default');
    chat.type('!git status\r');
    await chat.sees('yes, this once');
    chat.rest();
    chat.type('y');
    await chat.sees('on branch main');
    expect(ran).toEqual([{ command: 'git status' }]);
    chat.type('and now\r');
    await chat.sees('Seen.');
    expect(textsOf(chat.model.requests[0])).toContain('git status');
  });

  it('a command that prints is run by the command line', async () => {
    const chat = await chatting({ steps: [] });
    await chat.sees('default');
    chat.type('/doctor\r\r');
    await chat.sees('ran doctor');
  });

  it('a command that does not end is interrupted by Escape, and the chat goes on', async () => {
    let begun = false;
    const command: NonNullable<Parameters<typeof chatting>[0]['command']> = (_, signal) => {
      begun = true;
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ code: 130, text: 'stopped\n' })));
    };
    const chat = await chatting({ steps: [{ text: 'Seen.' }], command });
    await chat.sees('default');
    chat.type('/doctor --servers\r');
    await expect.poll(() => begun).toBe(true);
    chat.type('\x1b');
    await chat.sees('stopped');
    chat.type('and now\r');
    await chat.sees('Seen.');
  });

  it('Escape twice goes back to before a prompt: the conversation ends there, and the prompt can be edited', async () => {
    const chat = await chatting({ steps: [{ text: 'One.' }, { text: 'Two.' }, { text: 'Anew.' }] });
    for (const [prompt, answer] of [
      ['first', 'One.'],
      ['second', 'Two.'],
    ] as const) {
      chat.type(`${prompt}\r`);
      await chat.sees(answer);
    }
    chat.type('\x1b');
    await chat.sees(IDLE);
    chat.type('\x1b\x1b');
    await chat.sees('Back to before:');
    chat.type('\r');
    await chat.sees('the conversation alone');
    chat.type('\r');
    await chat.sees('› second');
    chat.type(' try\r');
    await chat.sees('Anew.');
    const texts = (chat.model.requests[2]?.messages ?? [])
      .flatMap(({ content }) => content.filter(isText))
      .map(({ text }) => text);
    expect(texts.join('|')).toMatch(/first.*One\..*second try/);
    expect(texts.join('|')).not.toContain('Two.');
  });

  it('keeps prompts over chats, without those that begin with a blank', async () => {
    const chat = await chatting({ steps: [{ text: 'One.' }, { text: 'Two.' }] });
    chat.type('first\r');
    await chat.sees('One.');
    chat.type(' secret\r');
    await chat.sees('Two.');
    const kept = readFileSync(join(chat.folder, 'state', 'chat-history.jsonl'), 'utf8');
    expect(kept.trim()).toBe('"first"');
  });
});
