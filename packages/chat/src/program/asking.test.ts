import { definePlugin } from '@loadout/core';
import type { Elicitation, ElicitationAnswer, ToolSourceSession } from '@loadout/core/run';
import type { AgentOptions } from '@loadout/runner';
import { describe, expect, it } from 'vitest';
import type { Asks } from '../chat-host.js';
import { type Chatting, chatting, reader, writer } from './chat.test-kit.js';

const EVIL = 'x\x1b]52;c;ZXZpbA==\x07\x1b[2J\u202eabc\x9b2J';
const STEERS = /\x1b\]52|\x1b\[2J|\u202e|\x9b/;

describe('a question before the start, such as whether to trust a file', () => {
  const trusting = async (options: Partial<Chatting> = {}, lines: readonly string[] = ['mcp.json: trust enables this part.']) => {
    const heard: { key?: string | undefined } = {};
    const choices = [
      { key: 'y', text: 'trust this content' },
      { key: 'f', text: 'trust this folder' },
      { key: 'n', text: 'no' },
    ];
    const first = async (asks: Asks) => {
      heard.key = await asks.confirm({ lines, choices });
    };
    const chat = await chatting({ steps: [{ text: 'Hi.' }], first, ...options });
    await chat.sees(/y {2}trust this content\n[\s\S]*n {2}no/);
    return { chat, heard };
  };

  it.each([
    ['y', 'y'],
    ['f', 'f'],
    ['n', 'n'],
    ['\r', 'n'],
    ['\x1b', undefined],
  ])('is answered by the key %j', async (key, answer) => {
    const { chat, heard } = await trusting();
    expect(await chat.text()).toContain('mcp.json: trust enables this part.');
    chat.rest();
    chat.type(key);
    await chat.sees('test · default');
    expect(heard.key).toBe(answer);
  });

  it('is not answered by a prompt that is typed before it was read', async () => {
    const { chat, heard } = await trusting();
    chat.type('yes, do it\r');
    await chat.sees('⧖ yes, do it');
    chat.rest();
    chat.type('n');
    await chat.sees('Hi.');
    expect(heard.key).toBe('n');
  });

  it('that is long can be read whole', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `part-${at}`);
    const { chat } = await trusting({ rows: 12 }, lines);
    for (const at of [0, 30, 59]) expect(await chat.text()).toContain(`part-${at}\n`);
  });

  it('ends with the chat by Ctrl+C: nothing is trusted, and the terminal is given back', async () => {
    const { chat, heard } = await trusting();
    chat.type('\x03');
    expect(await chat.end).toEqual({ exitCode: 130 });
    expect(heard.key).toBeUndefined();
    expect(chat.terminal.isRaw).toBe(false);
  });
});

describe('an answer', () => {
  it('is shown whole in a narrow terminal: a person reads the rule that it keeps', async () => {
    const command = `npm run ${'a-very-long-script-name-'.repeat(4)}end`;
    const chat = await chatting({
      steps: [{ calls: [{ name: 'Bash', input: { command } }] }, { text: 'Well.' }],
      customTools: [writer('Bash', () => 'ran')],
      columns: 40,
    });
    chat.type('go\r');
    await chat.sees('no; say why');
    const text = (await chat.text()).replace(/\s/g, '');
    expect(text).not.toContain('…');
  });
});

describe('a question of the model', () => {
  const asking = async (question: object, options: Partial<Chatting> = {}) => {
    const answers: unknown[] = [];
    const first = async (asks: Asks) => {
      const { signal } = new AbortController();
      const whole = { header: 'Colour', question: 'Which colour?', options: [], multiSelect: false, ...question };
      void (asks.answer as NonNullable<AgentOptions['answer']>)([whole] as never, { signal } as never).then((answer) =>
        answers.push(answer),
      );
    };
    const chat = await chatting({ steps: [], first, ...options });
    await chat.sees('Which colour?');
    chat.rest();
    return { chat, answers };
  };
  const options = ['red', 'blue'].map((label) => ({ label, description: `The ${label} one` }));

  it('shows its choices by number, and takes one by a key', async () => {
    const { chat, answers } = await asking({ options });
    await chat.sees(/\[Colour\] Which colour\?\n› 1 {2}red - The red one\n {2}2 {2}blue - The blue one\n/);
    chat.type('2');
    await expect.poll(() => answers).toEqual([{ 'Which colour?': 'blue' }]);
  });

  it('takes an answer of one’s own, or a no with words', async () => {
    const own = await asking({ options });
    own.chat.type('ogreen\r');
    await expect.poll(() => own.answers).toEqual([{ 'Which colour?': 'green' }]);
    const no = await asking({ options });
    no.chat.type('nnot now\r');
    await expect.poll(() => no.answers).toEqual([{ declined: true, words: 'not now' }]);
  });

  it('with several answers is typed, and says what does not fit', async () => {
    const { chat, answers } = await asking({ options, multiSelect: true });
    chat.type('7\r');
    await chat.sees('The choices are 1 to 2.');
    chat.type('\x7f1,2\r');
    await expect.poll(() => answers).toEqual([{ 'Which colour?': 'red, blue' }]);
  });

  it('steers no terminal', async () => {
    const evil = { header: EVIL, options: [{ label: EVIL, description: EVIL, preview: EVIL }] };
    const { chat } = await asking(evil);
    for (const text of chat.terminal.written) expect(text).not.toMatch(STEERS);
  });
});

describe('the form of an MCP server', () => {
  const asked = async (request: Partial<Elicitation>, options: Partial<Chatting> = {}) => {
    const answers: ElicitationAnswer[] = [];
    const open = ({ elicit, signal }: ToolSourceSession) => ({
      ready: async () => {
        const whole = { source: 'crm', mode: 'form', message: 'Who are you?', schema: { type: 'object' }, ...request };
        if (elicit !== undefined) answers.push(await elicit(whole as Elicitation, { signal }));
      },
      tools: () => [],
      onChange: () => {},
      close: async () => {},
    });
    const plugins = { crm: definePlugin({ name: 'crm', setup: () => ({ toolSource: { open } }) }) };
    const chat = await chatting({ steps: [{ text: 'Hi.' }], plugins, ...options });
    chat.type('go\r');
    await chat.sees(/The MCP server \S+ asks:/);
    chat.rest();
    return { chat, answers };
  };
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name' },
      age: { type: 'integer' },
      plan: { enum: ['free', 'team'], type: 'string' },
    },
    required: ['name'],
  };

  it('is answered field by field, after the person agreed', async () => {
    const { chat, answers } = await asked({ schema });
    await chat.sees(
      /The MCP server crm asks:\n {2}│ Who are you\?\n {2}- Name\n {2}- age\n {2}- plan\n {2}y {2}answer it\n› n {2}no\n/,
    );
    chat.type('y');
    await chat.sees('[name] Name');
    chat.rest();
    chat.type('Ada\r');
    await chat.sees('[age] age');
    chat.rest();
    chat.type('old\r');
    await chat.sees(/"old" does not fit\. Expected: a whole number\./);
    chat.rest();
    chat.type('36\r');
    await chat.sees('1  free');
    chat.rest();
    chat.type('2');
    await chat.sees('Hi.');
    expect(answers).toEqual([{ action: 'accept', content: { name: 'Ada', age: 36, plan: 'team' } }]);
  });

  it.each(['n', '\r', '\x1b'])('is declined by %j', async (key) => {
    const { chat, answers } = await asked({ schema });
    chat.type(key);
    await chat.sees('Hi.');
    expect(answers).toEqual([{ action: 'decline' }]);
  });

  it('is not accepted by Ctrl+C', async () => {
    const { chat, answers } = await asked({ schema });
    chat.type('\x03');
    await expect.poll(() => answers).toEqual([{ action: expect.stringMatching(/cancel|decline/) }]);
  });

  it('steers no terminal, and shows an address whole', async () => {
    const url = `https://example.com/${'a'.repeat(200)}`;
    const { chat } = await asked({ source: EVIL, mode: 'url', url, message: EVIL });
    expect((await chat.text()).replace(/\s/g, '')).toContain(url);
    for (const text of chat.terminal.written) expect(text).not.toMatch(STEERS);
  });
});

describe('the settings of the person', () => {
  it('name a command for the status line, whose text steers no terminal', async () => {
    const command = `printf '\\033]52;c;ZXZpbA==\\007mine %s' "$(grep -o '"permission_mode":"[a-z]*"')"`;
    const chat = await chatting({ steps: [], settings: `statusLine: { command: ${JSON.stringify(command)} }\n` });
    await chat.sees('mine "permission_mode":"default"');
    chat.type('\x1b[Z\x1b[Z');
    await chat.sees('mine "permission_mode":"plan"');
    for (const text of chat.terminal.written) expect(text).not.toMatch(STEERS);
  });

  it.each([
    ['never', {}, false],
    ['always', { NO_COLOR: '1' }, true],
    ['auto', { NO_COLOR: '1' }, false],
    ['auto', {}, true],
  ] as const)('show colours %s with %j: %j', async (colours, env, isColoured) => {
    const chat = await chatting({ steps: [{ text: 'Hi.' }], settings: `colours: ${colours}\n`, env });
    await chat.sees('test · default');
    chat.terminal.written.length = 0;
    chat.type('go\r');
    await chat.sees('Hi.');
    expect(/\x1b\[[\d;]*36[\d;]*m/.test(chat.terminal.written.join(''))).toBe(isColoured);
  });

  it('that are wrong are told, and the chat goes on', async () => {
    const chat = await chatting({ steps: [{ text: 'Hi.' }], settings: 'colours: pink\n' });
    await chat.sees(/colours is "pink"/);
    chat.type('go\r');
    await chat.sees('Hi.');
  });
});

describe('Ctrl+O', () => {
  const long = reader('Look', () => Array.from({ length: 30 }, (_, at) => `line ${at + 1}`).join('\n'));
  const steps = [{ calls: [{ name: 'Look' }] }, { text: 'Seen.' }];

  it.each([{ PAGER: 'no-such-program-here' }, { PATH: '/nonexistent' }])(
    'without a pager shows the newest in place: %j',
    async (env) => {
      const chat = await chatting({ steps, customTools: [long], env });
      chat.type('go\r');
      await chat.sees('Seen.');
      expect(await chat.text()).not.toContain('line 20');
      chat.type('\x0f');
      await chat.sees(/── Look [\s\S]*line 20\n[\s\S]*line 30\n/);
      chat.type('still here');
      await chat.sees('› still here');
    },
  );
});
