import { methods } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { editor, rawEditor } from './editor.test-kit.js';

const { session } = methods.agent;

describe('a client that does not follow the protocol', () => {
  it('gets an error for each request in the wrong order, and none of them ends the command', async () => {
    const cwd = scripted({ turns: [{ text: 'Hi.' }] });
    const at = await rawEditor({ cwd });
    expect(await at.ask('session/new', { cwd, mcpServers: [] })).toMatchObject({
      error: { message: expect.stringContaining("must be initialized before 'session/new'") },
    });
    await at.ask('initialize', { protocolVersion: 1 });
    for (const [method, params] of [
      ['session/prompt', { sessionId: 'x', prompt: [] }],
      ['session/prompt', { sessionId: 7 }],
      ['session/prompt', {}],
      ['session/set_mode', { sessionId: 'x', modeId: 'plan' }],
      ['session/load', { sessionId: '../../../etc/passwd', cwd, mcpServers: [] }],
      ['session/load', { sessionId: 'unknown', cwd, mcpServers: [] }],
      ['session/new', { cwd: 'relative', mcpServers: [] }],
      ['session/new', { cwd: '/does/not/exist', mcpServers: [] }],
      ['session/new', { cwd }],
      ['session/new', { cwd, mcpServers: [{ name: 'x' }] }],
      ['session/close', { sessionId: 'x' }],
      ['no/such/method', {}],
    ] as const)
      expect([method, await at.ask(method, params)]).toMatchObject([
        method,
        { error: { code: expect.any(Number), message: expect.any(String) } },
      ]);
    expect(await at.ask('session/new', { cwd, mcpServers: [] })).toMatchObject({ result: { sessionId: expect.any(String) } });
  });

  it.each([
    ['a number beyond the whole ones', 2 ** 53],
    ['a long text', 'x'.repeat(100_000)],
    ['a negative number', -1],
    ['the name of a prototype', '__proto__'],
  ])('gets its own id back: %s', async (_, id) => {
    const cwd = scripted({ turns: [{ text: 'Hi.' }] });
    const at = await rawEditor({ cwd });
    at.write({ jsonrpc: '2.0', id, method: 'initialize', params: { protocolVersion: 1 } });
    expect(await at.next()).toMatchObject({ id, result: { protocolVersion: 1 } });
  });

  it('answers a question twice, or one that nobody asked, without effect', async () => {
    const cwd = scripted({ turns: [{ tools: [{ Bash: { command: 'touch made.txt' } }] }, { text: 'Done.' }] });
    const at = await rawEditor({ cwd });
    await at.ask('initialize', { protocolVersion: 1 });
    const { result } = await at.ask('session/new', { cwd, mcpServers: [] });
    at.write({
      jsonrpc: '2.0',
      id: 'p',
      method: 'session/prompt',
      params: { sessionId: result?.sessionId, prompt: [{ type: 'text', text: 'Go.' }] },
    });
    const yes = { outcome: { outcome: 'selected', optionId: '0' } };
    for (const id of [999, 'never', null, 2 ** 53]) at.write({ jsonrpc: '2.0', id, result: yes });
    const question = await at.until(({ method }) => method === 'session/request_permission');
    for (const answer of [{ outcome: { outcome: 'selected', optionId: '-1' } }, yes, yes])
      at.write({ jsonrpc: '2.0', id: question.id, result: answer });
    expect(await at.until(({ id }) => id === 'p')).toMatchObject({ result: { stopReason: 'end_turn' } });
    const ended = at.frames.filter(({ params }) => params?.update?.sessionUpdate === 'tool_call_update');
    expect(ended.at(-1)?.params?.update).toMatchObject({ status: 'failed' });
  });

  it('sends nonsense, and is answered on the next line', async () => {
    const cwd = scripted({ turns: [{ text: 'Hi.' }] });
    const at = await rawEditor({ cwd });
    at.text('nonsense\n[]\n7\nnull\n{"jsonrpc":"2.0"}\n{"id":1}\n');
    expect(await at.ask('initialize', { protocolVersion: 1 })).toMatchObject({ result: { protocolVersion: 1 } });
  });

  it('sends a line without an end, which ends the command', async () => {
    const cwd = scripted({ turns: [{ text: 'Hi.' }] });
    const at = await rawEditor({ cwd });
    const piece = 'x'.repeat(1024 * 1024);
    for (let number = 0; number < 33; number += 1) at.text(piece);
    await expect(at.served).rejects.toThrow('The connection to the editor ended');
  });

  it('prompts a session that works on a prompt, and gets an error', async () => {
    const cwd = scripted({ turns: [{ text: 'Hi.', delay: 600 }] });
    const at = await editor({ cwd });
    const id = await at.session();
    const first = at.prompt(id, 'One.');
    await expect(at.prompt(id, 'Two.')).rejects.toThrow('still working on a prompt');
    await at.agent.notify(session.cancel, { sessionId: id });
    expect(await first).toBe('cancelled');
  });
});
