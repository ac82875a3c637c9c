import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { definePlugin } from '@loadout/core';
import type { ServerControl, ServerState } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import { type Chatting, chatting } from './chat.test-kit.js';

const EVIL = 'x\x1b]52;c;ZXZpbA==\x07\x1b[2J\u202eabc\x9b2Jy\nz';

async function ready(options: Chatting) {
  const chat = await chatting(options);
  await chat.sees(/test .*default/);
  return chat;
}

/** A plugin with servers that do as they are told. */
function serving(states: readonly ServerState[], done: string[] = []) {
  const servers: ServerControl = {
    list: () => states,
    reconnect: async (key) => void done.push(`reconnect ${key}`),
    toggle: async (key, on) => {
      done.push(`${on ? 'on' : 'off'} ${key}`);
      if (key === 'broken') throw new Error(`It does not answer: ${EVIL}`);
    },
    replace: async () => ({ added: [], removed: [], errors: {} }),
  };
  const open = () => ({ ready: async () => {}, tools: () => [], onChange: () => {}, close: async () => {}, servers });
  return { done, plugins: { mcp: definePlugin({ name: 'mcp', setup: () => ({ toolSource: { open } }) }) } };
}

describe('/mcp', () => {
  it('says that an agent has no servers', async () => {
    const chat = await ready({ steps: [] });
    chat.type('/mcp\r\r');
    await chat.sees('This agent has no MCP servers.');
  });

  it('shows each server, its tools, and does what is chosen', async () => {
    const tools = [{ name: 'find_issue', description: 'Finds an issue.\nMore.' }];
    const { plugins, done } = serving([
      { key: 'github', state: 'connected', info: { name: 'gh', version: '1.2' }, tools },
      { key: 'broken', state: 'failed', problem: 'It ended.', tools: [] },
    ]);
    const chat = await ready({ steps: [], plugins });
    chat.type('/mcp\r\r');
    await chat.sees(/› github +connected, 1 tool\n/);
    await chat.sees(/broken +failed, 0 tools: It ended\./);
    chat.type('\r');
    await chat.sees(/› show its tools\n/);
    chat.type('\r');
    await chat.sees(/github \(gh 1\.2\)\n +find_issue +Finds an issue\.\n/);
    chat.type('/mcp\r\r');
    await chat.sees('Servers:');
    chat.type('broken\r');
    await chat.sees('broken:');
    chat.type('off\r');
    await chat.sees(/broken: It does not answer/);
    expect(done).toEqual(['off broken']);
  });

  it('lets no name of a server steer the terminal, or take more than its line', async () => {
    const { plugins } = serving([
      {
        key: EVIL,
        state: 'failed',
        problem: EVIL,
        tools: [{ name: EVIL, description: EVIL }],
        info: { name: EVIL, version: EVIL },
      },
    ]);
    const chat = await ready({ steps: [], plugins });
    chat.type('/mcp\r\r');
    await chat.sees('Servers:');
    chat.type('\r');
    await chat.sees('› show its tools');
    chat.type('\r');
    await chat.sees(/› *\n.*main.*default/);
    for (const text of chat.terminal.written) expect(text).not.toMatch(/\x1b\]52|\x1b\[2J|\u202e|\x9b/);
  });
});

describe('a command that prints what another command of Loadout prints', () => {
  it.each([
    ['/agents', ['list', 'agents']],
    ['/skills', ['list', 'skills']],
    ['/rules', ['rules']],
    ['/doctor', ['doctor']],
  ])('%s runs it, and lets no text of it steer the terminal', async (typed, words) => {
    const command = async (given: readonly string[]) => ({ code: 0, text: `ran ${given.join(' ')} ${EVIL}\n` });
    const chat = await ready({ steps: [], command });
    chat.type(`${typed}\r\r`);
    await chat.sees(`ran ${words.join(' ')}`);
    for (const text of chat.terminal.written) expect(text).not.toMatch(/\x1b\]52|\x1b\[2J|\u202e|\x9b/);
  });
});

describe('/copy', () => {
  it('sends the last answer to the clipboard of the terminal, and says when there is none', async () => {
    const chat = await ready({ steps: [{ text: 'The **answer**.' }] });
    chat.type('/copy\r\r');
    await chat.sees('There is no answer to copy yet.');
    chat.type('hello\r');
    await chat.sees('done · 1 turn');
    chat.type('/copy\r\r');
    await chat.sees('The last answer (15 B) was sent to the clipboard of the terminal.');
    expect(chat.terminal.written.join('')).toContain(`\x1b]52;c;${Buffer.from('The **answer**.').toString('base64')}`);
  });

  it('says when the last answer is too long for that', async () => {
    const chat = await ready({ steps: [{ text: 'x'.repeat(76_000) }] });
    chat.type('hello\r');
    await chat.sees('done · 1 turn');
    chat.type('/copy\r\r');
    await chat.sees(/is too long for a terminal's\s+clipboard/);
    expect(chat.terminal.written.join('')).not.toContain('\x1b]52');
  });
});

describe('/context', () => {
  it('shows a bar, and what each part takes', async () => {
    const chat = await ready({ steps: [] });
    chat.type('/context\r\r');
    await chat.sees(/█+░*\n■ system prompt \d+\n■ 0 tools 0\n■ messages \d+\n/);
  });
});

describe('/export', () => {
  it('writes the session to a file of the person alone, and never over another one', async () => {
    const ran: (readonly string[])[] = [];
    const command = async (words: readonly string[]) => {
      ran.push(words);
      return { code: 0, text: '# Session\n' };
    };
    const chat = await ready({ steps: [{ text: 'Hi.' }], command });
    chat.type('hello\r');
    await chat.sees('done · 1 turn');
    chat.type('/export out.md\r');
    await chat.sees(/Wrote \S+out\.md\. Everything/);
    expect(readFileSync(join(chat.folder, 'out.md'), 'utf8')).toBe('# Session\n');
    expect(ran[0]?.slice(0, 2)).toEqual(['sessions', 'export']);
    chat.type('/export out.md\r');
    await chat.sees(/out\.md cannot be written:\s+EEXIST/);
  });

  it('before a prompt says that there is nothing yet', async () => {
    const chat = await ready({ steps: [] });
    chat.type('/export\r\r');
    await chat.sees('Nothing was said yet');
  });
});

describe('/eval', () => {
  it('keeps the session as a case, in a file below the folder of the agent', async () => {
    const ran: (readonly string[])[] = [];
    const command = async (words: readonly string[]) => {
      ran.push(words);
      return { code: 0, text: 'Added the case.\n' };
    };
    const chat = await ready({ steps: [{ text: 'Hi.' }], command });
    chat.type('hello\r');
    await chat.sees('done · 1 turn');
    chat.type('/eval\r\r');
    await chat.sees('Added the case.');
    const [words = []] = ran;
    expect([words[0], words[1], words[3], words[4]]).toEqual([
      'eval',
      '--from-session',
      '--write',
      join(chat.folder, 'evals/sessions.jsonl'),
    ]);
  });
});

describe('/view', () => {
  it('says that the session opens in the browser', async () => {
    const chat = await ready({ steps: [{ text: 'Hi.' }] });
    chat.type('hello\r');
    await chat.sees('done · 1 turn');
    chat.type('/view\r\r');
    await chat.sees('opened');
  });

  it('before a prompt says that there is nothing yet', async () => {
    const chat = await ready({ steps: [] });
    chat.type('/view\r\r');
    await chat.sees('Nothing was said yet');
  });
});

describe('/resume', () => {
  it('of a session that is not there leaves the conversation as it is', async () => {
    const chat = await ready({ steps: [{ text: 'One.' }, { text: 'Two.' }] });
    chat.type('first\r');
    await chat.sees('One.');
    chat.type('/resume 00000000-0000-4000-8000-000000000000\r');
    await chat.sees('error SESSION');
    chat.type('second\r');
    await chat.sees('Two.');
    expect(JSON.stringify(chat.model.requests[1]?.messages)).toMatch(/first.*One\..*second/);
  });

  it('says that there is no other session', async () => {
    const chat = await ready({ steps: [] });
    chat.type('/resume\r\r');
    await chat.sees('This folder has no other session.');
  });

  it('offers the other sessions by their first prompt, and goes on there: with the prompts to go back to', async () => {
    const chat = await ready({ steps: [{ text: 'One.' }, { text: 'Two.' }, { text: 'Anew.' }, { text: 'On.' }] });
    for (const [prompt, answer] of [
      ['first', 'One.'],
      ['second', 'Two.'],
    ] as const) {
      chat.type(`${prompt}\r`);
      await chat.sees(answer);
    }
    chat.type('/clear\r\r');
    await chat.sees('/resume');
    chat.type('other\r');
    await chat.sees('Anew.');
    chat.type('/resume\r\r');
    await chat.sees(/Continue: *\n› first +just now · 2 turns · cost unknown · main/);
    chat.type('\r');
    await chat.sees('said last: Two.');
    expect(await chat.text()).not.toContain('Continue: ');
    chat.type('/rewind\r\r');
    await chat.sees(/Back to before: *\n› second +2\n +first +1\n/);
    chat.type('\x1b');
    await chat.hides('Back to before');
    chat.type('third\r');
    await chat.sees('On.');
    expect(JSON.stringify(chat.model.requests[3]?.messages)).toMatch(/first.*One\..*second.*Two\..*third/);
  });
});
