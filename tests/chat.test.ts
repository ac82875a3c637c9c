import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scripted } from './cli/scripted.js';
import { longIt } from './lib/breadth.js';
import { loadout, project, startLoadout } from './lib/loadout.js';
import { terminal } from './lib/terminal.js';

const PROMPT = /\x1b\[0J> /;
const reads = { tools: [{ Read: { file_path: 'notes.txt' } }] };
const files = { 'notes.txt': 'Buy bread.\n' };

const ownPlugin = (text: string) => `import { definePlugin, defineTool } from '@loadout/core';
const say = defineTool({ name: 'Say', description: 'Says.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true }, access: () => [], call: () => '${text}' });
export default definePlugin({ name: 'own', setup: () => ({ tools: [say] }) });
`;

/** A trusted project whose agent calls a tool of a local plugin, three times, and says what the tool said. */
async function withOwnPlugin() {
  const says = [{ tools: [{ own__Say: {}, as: 'say' }] }, { text: 'It says {{say.text}}.' }];
  const cwd = scripted({
    turns: [...says, ...says, ...says],
    config: { plugins: { own: './own.mjs' } },
    files: { 'own.mjs': ownPlugin('one') },
  });
  const state = { LOADOUT_STATE_DIR: join(cwd, '.state') };
  await loadout(['trust', '--folder'], { cwd, env: state, trust: false });
  return { cwd, state };
}

describe('loadout chat on a terminal (CLI-05)', () => {
  it('goes from prompt to answer in one session, and shows how to continue it', async () => {
    const cwd = scripted({
      turns: [reads, { text: 'One: {{prompt}}.' }, { text: 'Two: {{prompt}}.' }, { text: 'Three.' }],
      files,
    });
    const chat = terminal(['chat'], cwd);
    expect(await chat.sees(PROMPT)).toContain('agent: helper · model: script/demo · mode: default');
    chat.type('first\r');
    expect(await chat.sees(PROMPT)).toMatch(/● Read notes\.txt .*\r\nOne: first\.\r\ndone: 2 turns, 1 tool call, /);
    chat.type('second\r');
    expect(await chat.sees(PROMPT)).toMatch(/Two: second\.\r\ndone: 1 turn, 0 tool calls, /);
    chat.type('\x04');
    const [, id = ''] = /loadout chat --resume (\S+)/.exec(await chat.sees(/--resume \S+\r\n/)) ?? [];
    expect(await chat.code).toBe(0);

    const again = terminal(['chat', '--resume', id], cwd);
    expect(await again.sees(PROMPT)).toMatch(/resumed\r\nsaid last: Two: second\./);
    again.type('third\r');
    await again.sees(/Three\.\r\n/);
    await again.sees(PROMPT);
    again.type('/exit\r');
    expect(await again.code).toBe(0);
  });

  it('shows a change of a file before it asks, and changes nothing without a yes', async () => {
    const edit = { tools: [{ Edit: { file_path: 'notes.txt', old_string: 'bread', new_string: 'milk' } }] };
    const cwd = scripted({ turns: [reads, edit, { text: 'Left.' }, edit, { text: 'Done.' }], files });
    const chat = terminal(['chat'], cwd);
    await chat.sees(PROMPT);
    chat.type('change it\r');
    const question = await chat.sees(PROMPT);
    expect(question).toMatch(/Edit wants to change notes\.txt:\r\n {2}│ - Buy bread\.\r\n {2}│ \+ Buy milk\.\r\n/);
    chat.type('n\r');
    expect(await chat.sees(PROMPT)).toMatch(/⊘ Edit notes\.txt {2}denied[\s\S]*Left\./);
    expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('Buy bread.\n');
    chat.type('do it\r');
    await chat.sees(PROMPT);
    chat.type('y\r');
    expect(await chat.sees(PROMPT)).toMatch(/● Edit notes\.txt[\s\S]*Done\./);
    expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('Buy milk.\n');
  });

  it('Ctrl+C interrupts the turn and not the session; twice at the empty prompt, it ends the chat', async () => {
    const cwd = scripted({ turns: [{ tools: [{ Bash: { command: 'sleep 600' } }] }, { text: 'On we go.' }] });
    const chat = terminal(['chat', '--allow', 'Bash'], cwd);
    await chat.sees(PROMPT);
    chat.type('wait\r');
    await chat.sees(/Bash sleep 600 \d/);
    chat.type('\x03');
    expect(await chat.sees(PROMPT)).toMatch(/■ Bash sleep 600 {2}interrupted[\s\S]*interrupted: 1 turn/);
    chat.type('and now\r');
    expect(await chat.sees(PROMPT)).toContain('On we go.');
    chat.type('half a line\x03');
    await chat.sees(PROMPT);
    chat.type('\x03');
    expect(await chat.sees(PROMPT)).toContain('Press Ctrl+C again, Ctrl+D, or type /exit to end the chat.');
    chat.type('\x03');
    await chat.sees(/Continue: loadout chat --resume \S+/);
    expect(await chat.code).toBe(0);
  });

  longIt('Ctrl+C at a question denies it and interrupts', async () => {
    const cwd = scripted({ turns: [{ tools: [{ Write: { file_path: 'new.txt', content: 'x' } }] }, { text: 'No.' }] });
    const chat = terminal(['chat'], cwd);
    await chat.sees(PROMPT);
    chat.type('write\r');
    await chat.sees(PROMPT);
    chat.type('\x03');
    expect(await chat.sees(PROMPT)).toMatch(/interrupted: 1 turn/);
  });

  longIt('keeps no session in which nothing was said', async () => {
    const cwd = scripted({ turns: [{ text: 'Ok.' }] });
    const chat = terminal(['chat'], cwd);
    await chat.sees(PROMPT);
    chat.type('\x04');
    expect(await chat.code).toBe(0);
    expect((await loadout(['sessions'], { cwd })).stdout).toMatch(/^No sessions in /);
  });

  it.each([
    ['', false],
    [', also after /reload', true],
  ])('leaves nothing running when its terminal is closed%s', async (_, reloads) => {
    const cwd = scripted({ turns: [{ text: 'Hi.' }, { tools: [{ Bash: { command: 'echo $BASHPID > pid; exec sleep 600' } }] }] });
    const chat = terminal(['chat', '--allow', 'Bash'], cwd);
    await chat.sees(PROMPT);
    chat.type('hello\r');
    await chat.sees(PROMPT);
    if (reloads) {
      chat.type('/reload\r');
      await chat.sees(PROMPT);
    }
    chat.type('wait\r');
    await chat.sees(/Bash echo .*? \d/);
    const pid = () => (existsSync(join(cwd, 'pid')) ? readFileSync(join(cwd, 'pid'), 'utf8').trim() : '');
    await expect.poll(pid).toMatch(/^\d+$/);
    const file = `/proc/${pid()}/status`;
    expect(existsSync(file)).toBe(true);
    chat.close();
    await expect.poll(() => existsSync(file)).toBe(false);
  });

  it('reports ended background work, and continues by itself if the work was an agent (AGENT-09)', async () => {
    const shell = { Bash: { command: 'cat first', run_in_background: true } };
    const agent = { Agent: { subagent_type: 'worker', prompt: 'Wait.', description: 'Waits', run_in_background: true } };
    const lead = [{ tools: [shell, agent] }, { text: 'Both run.' }, { text: 'The agent has ended.' }];
    const provider = (turns: readonly unknown[]) => ({ use: '@loadout/model-script', options: { turns } });
    const config = {
      plugins: { shell: '@loadout/tool-shell', agents: '@loadout/tool-agents' },
      providers: {
        one: provider(lead),
        two: provider([{ tools: [{ Bash: { command: 'cat second' } }] }, { text: 'I waited.' }]),
      },
      agents: {
        lead: { model: 'one/x', instructions: 'Lead.', tools: ['*'] },
        worker: { model: 'two/x', instructions: 'Wait.', tools: ['Bash'] },
      },
    };
    const cwd = project({ 'agent.config.yaml': JSON.stringify(config) });
    for (const gate of ['first', 'second']) spawnSync('mkfifo', [join(cwd, gate)]);
    const chat = terminal(['chat', 'lead', '--allow', 'Bash', '--allow', 'Agent'], cwd);
    await chat.sees(PROMPT);
    chat.type('start them\r');
    expect(await chat.sees(PROMPT)).toContain('Both run.');
    writeFileSync(join(cwd, 'first'), '');
    await chat.sees(/cat first: completed\r\n/);
    writeFileSync(join(cwd, 'second'), '');
    await chat.sees(/The agent has ended\.\r\n/);
  });

  longIt('takes pasted text as one prompt', async () => {
    const cwd = scripted({ turns: [{ text: '<{{prompt}}>' }] });
    const chat = terminal(['chat'], cwd);
    await chat.sees(PROMPT);
    chat.type('\x1b[200~one\rtwo\x1b[201~\r');
    expect(await chat.sees(PROMPT)).toContain('<one\r\ntwo>');
  });

  it('runs its own commands and passes others to skills; a typing error is reported and not sent', async () => {
    const cwd = scripted({
      turns: [{ text: 'Asked: {{prompt}}' }, { text: 'New.' }],
      config: {
        compat: ['skills'],
        models: { main: { provider: 'script', id: 'demo' }, other: { provider: 'script', id: 'other' } },
      },
      agent: { model: 'main' },
      files: { '.claude/skills/greet/SKILL.md': '---\nname: greet\ndescription: Greets.\n---\nSay hello to $ARGUMENTS.\n' },
    });
    const chat = terminal(['chat'], cwd);
    await chat.sees(PROMPT);
    const answers: [string, RegExp][] = [
      ['/help', /\/mode \[mode\][\s\S]*Skills and commands:\r\n\/greet {2}Greets\./],
      ['/modle', /error CHAT_COMMAND: There is no command or skill \/modle\. Did you mean \/model\?/],
      ['/greet Ada', /Asked: Say hello to Ada\./],
      ['/mode plan', /The permission mode is now plan\./],
      ['/mode plam', /error CHAT_MODE: "plam" is not a permission mode\. Did you mean plan\?/],
      ['/model', /demo\. Declared: main, other; or any provider\/id/],
      ['/model other', /The next prompt uses other\./],
      ['/model nowhere', /error MODEL_UNKNOWN/],
      ['/cost', /total +[\d,]+ in \/ \d+ out tokens/],
      ['/context', /messages +\d+/],
      ['/rewind', /error CHAT_CHECKPOINTS/],
      ['/compact', /done: |nothing to make shorter|error /],
      ['/clear', /Continue: loadout chat --resume (\S+)[\s\S]*agent: helper/],
    ];
    for (const [command, shown] of answers) {
      chat.type(`${command}\r`);
      expect(await chat.sees(PROMPT), command).toMatch(shown);
    }
  });

  longIt(
    'continues after /reload with the files as they are now, code of local plugins too, as often as asked (GAP-F11)',
    async () => {
      const { cwd, state } = await withOwnPlugin();
      const chat = terminal(['chat', 'helper', '--max-turns', '7'], cwd, state);
      await chat.sees(PROMPT);
      chat.type('first\r');
      expect(await chat.sees(PROMPT)).toContain('It says one.');
      for (const text of ['two', 'three']) {
        writeFileSync(join(cwd, 'own.mjs'), ownPlugin(text));
        chat.type('/reload\r');
        const shown = await chat.sees(PROMPT);
        expect(shown).toMatch(/resumed\r\nsaid last: It says/);
        expect(shown.match(/changed in a folder that you trust/g)).toHaveLength(1);
        chat.type('again\r');
        expect(await chat.sees(PROMPT)).toContain(`It says ${text}.`);
      }
      writeFileSync(join(cwd, 'agent.config.yaml'), 'agents: [');
      chat.type('/reload\r');
      expect(await chat.sees(PROMPT)).toContain('CONFIG_INVALID');
      chat.type('/exit\r');
      await chat.sees(/loadout chat --resume \S+\r\n/);
      expect(await chat.code).toBe(0);
    },
  );

  longIt(
    'continues by itself after a change that loadout dev has checked, and takes what is being typed first (GAP-F11)',
    async () => {
      const { cwd, state } = await withOwnPlugin();
      const dev = await startLoadout(['dev'], { cwd, env: state, trust: false });
      onTestFinished(async () => {
        dev.kill('SIGINT');
        await dev.finished;
      });
      await expect.poll(dev.output).toContain('agent.config.yaml: check ok\n');
      const chat = terminal(['chat', 'helper', '--max-turns', '7'], cwd, state);
      await chat.sees(PROMPT);
      chat.type('first\r');
      expect(await chat.sees(PROMPT)).toContain('It says one.');
      writeFileSync(join(cwd, 'own.mjs'), ownPlugin('two'));
      expect(await chat.sees(PROMPT)).toMatch(/own\.mjs changed\. The chat continues [\s\S]*resumed\r\nsaid last: It says one/);
      chat.type('ag');
      writeFileSync(join(cwd, 'own.mjs'), ownPlugin('three'));
      await expect.poll(dev.output).toMatch(/(?:own\.mjs(?:, trust)? changed: check ok\n[\s\S]*){2}/);
      chat.type('ain\r');
      expect(await chat.sees(PROMPT)).toMatch(/It says two\.[\s\S]*own\.mjs changed\.[\s\S]*resumed\r\nsaid last: It says two/);
      writeFileSync(join(cwd, 'agent.config.yaml'), 'agents: [');
      await expect.poll(dev.errors).toContain('CONFIG_INVALID');
      chat.type('once more\r');
      expect(await chat.sees(PROMPT)).toMatch(/It says three\.(?![\s\S]*changed)/);
      chat.type('/exit\r');
      await chat.sees(/loadout chat --resume \S+\r\n/);
      expect(await chat.code).toBe(0);
    },
  );

  longIt('restores files to their state before a prompt, after a yes (SESS-06)', async () => {
    const cwd = scripted({
      turns: [{ tools: [{ Write: { file_path: 'new.txt', content: 'x' } }] }, { text: 'Written.' }],
      config: { sessions: { checkpoints: true } },
    });
    const chat = terminal(['chat', '--permission-mode', 'acceptEdits'], cwd);
    await chat.sees(PROMPT);
    chat.type('write it\r');
    await chat.sees(PROMPT);
    chat.type('/rewind\r');
    expect(await chat.sees(PROMPT)).toContain('1.  write it');
    chat.type('/rewind 1\r');
    expect(await chat.sees(PROMPT)).toMatch(/new\.txt\r\nRestore 1 file\?/);
    chat.type('y\r');
    expect(await chat.sees(PROMPT)).toContain('Restored 1 file.');
    expect(() => readFileSync(join(cwd, 'new.txt'))).toThrow('ENOENT');
  });
});

describe('loadout chat without a terminal (CLI-05)', () => {
  it('says so, and what to use instead', async () => {
    const { code, stdout, stderr } = await loadout(['chat'], { cwd: scripted({ turns: [] }), stdin: 'Hi.\n' });
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^error CHAT_NO_TERMINAL: .*\nFix: .*loadout run/)]);
  });
});
