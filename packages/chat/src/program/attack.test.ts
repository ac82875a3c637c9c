import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sees } from '../screen/seen.test-kit.js';
import { type Chatting, chatting, reader, writer } from './chat.test-kit.js';

const NEVER = new Promise<never>(() => {});

async function ready(options: Chatting) {
  const chat = await chatting(options);
  await chat.sees('default');
  return chat;
}

describe('a chat under attack', () => {
  it('ends by the third Ctrl+C where a tool hears nothing, and gives the terminal back', async () => {
    const chat = await ready({ steps: [{ calls: [{ name: 'Deaf' }] }], customTools: [reader('Deaf', () => NEVER)] });
    chat.type('go\r');
    await chat.sees('◌ Deaf');
    chat.type('\x03');
    chat.type('\x03');
    chat.type('\x03');
    expect(await chat.end).toEqual({ exitCode: 130 });
    expect(chat.terminal.isRaw).toBe(false);
  });

  it('shows the beginning of 30 MB of output of a tool, and goes on', async () => {
    const big = reader('Big', () => `${'x'.repeat(999)}\n`.repeat(30_000));
    const chat = await ready({ steps: [{ calls: [{ name: 'Big' }] }, { text: 'Seen.' }], customTools: [big] });
    chat.type('go\r');
    await chat.sees('Seen.');
    expect(chat.terminal.written.join('').length).toBeLessThan(50_000);
  });

  it('shows a flood of a plugin without drawing each line of it anew', async () => {
    const chat = await ready({ steps: [] });
    for (let at = 0; at < 5_000; at++) chat.tell(`noise ${at}\n`);
    await chat.sees('noise 4999');
    chat.type('here');
    await chat.sees('› here');
  });

  it.each([
    [5, 3],
    [1, 1],
    [20, 2],
  ])('works on %i columns and %i rows', async (columns, rows) => {
    const chat = await chatting({
      steps: [{ calls: [{ name: 'Put', input: { command: 'put it there' } }] }, { text: 'Well done.' }],
      customTools: [writer('Put', () => 'Written.')],
      columns,
      rows,
    });
    const whole = async () => (await chat.text()).replace(/\s/g, '');
    chat.type('go\r');
    await expect.poll(() => chat.model.requests.length).toBe(1);
    await expect
      .poll(() => {
        chat.rest();
        chat.type('y');
        return chat.model.requests.length;
      })
      .toBe(2);
    await sees(whole, 'Welldone.');
  });

  it('takes a paste of a megabyte as one prompt', async () => {
    const chat = await ready({ steps: [{ text: 'Long.' }] });
    const pasted = 'word '.repeat(200_000);
    chat.type(`\x1b[200~${pasted}\x1b[201~`);
    await chat.sees(/pasted/);
    chat.type('\r');
    await chat.sees('Long.');
    expect(JSON.stringify(chat.model.requests[0]?.messages)).toContain(pasted.trimEnd());
  });

  it('lets no name of a branch, an agent or a file steer the terminal', async () => {
    const evil = 'x\x1b]52;c;ZXZpbA==\x07\x1b[2J\u202eabc';
    const chat = await ready({ steps: [{ text: 'Hi.' }] });
    mkdirSync(join(chat.folder, '.git'));
    writeFileSync(join(chat.folder, '.git', 'HEAD'), `ref: refs/heads/${evil}\n`);
    writeFileSync(join(chat.folder, `a${evil.replaceAll('/', '')}.md`), 'x');
    chat.type('go\r');
    await chat.sees(/default.*· x/);
    chat.type('see @');
    await chat.sees('› see @');
    for (const text of chat.terminal.written) expect(text).not.toMatch(/\x1b\]52|\x1b\[2J|\u202e/);
  });

  it('goes on where the history cannot be written', async () => {
    const chat = await ready({ steps: [{ text: 'One.' }, { text: 'Two.' }] });
    const state = join(chat.folder, 'state', 'chat-history.jsonl');
    rmSync(state, { force: true });
    mkdirSync(state, { recursive: true });
    chat.type('first\r');
    await chat.sees('One.');
    chat.type('second\r');
    await chat.sees('Two.');
  });

  it('goes on where the state folder is lost, and says what is not kept', async () => {
    const chat = await ready({ steps: [{ text: 'One.' }] });
    const state = join(chat.folder, 'state');
    mkdirSync(state, { recursive: true });
    rmSync(state, { recursive: true });
    writeFileSync(state, 'a file');
    chat.type('first\r');
    await chat.sees('is not kept');
    await chat.sees('One.');
    chat.type('still');
    await chat.sees('› still');
  });

  it('stays as it is where another process cannot continue it', async () => {
    const chat = await ready({
      steps: [{ text: 'One.' }],
      checkReload: () => Promise.reject(new Error('agent.config.yaml: not YAML')),
    });
    chat.type('/reload\r\r');
    await chat.sees('agent.config.yaml: not YAML');
    chat.type('go\r');
    await chat.sees('One.');
  });
});
