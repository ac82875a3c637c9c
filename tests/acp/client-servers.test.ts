import { fileURLToPath } from 'node:url';
import { methods } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { editor } from './editor.test-kit.js';

const program = fileURLToPath(new URL('../mcp/tools-from-file.mjs', import.meta.url));

const server = (name: string, cwd: string) =>
  ({ name, command: process.execPath, args: [program, `${cwd}/tools.json`], env: [{ name: 'KEY', value: 'a-secret' }] }) as never;

const folder = (config = {}, agent = {}) =>
  scripted({
    agent,
    turns: [{ tools: [{ mcp__notes__find: {} }] }, { text: 'Done.' }, { text: 'More.' }],
    config: { permissions: { allow: ['mcp__notes'] }, ...config },
    files: { 'tools.json': JSON.stringify([{ name: 'find', inputSchema: { type: 'object' } }]) },
  });

describe('an MCP server of the editor', () => {
  it('starts after a yes, which shows what would run and no value of a variable', async () => {
    const cwd = folder();
    const at = await editor({ cwd, answers: ['Yes, start it in this session'] });
    const id = await at.session({ mcpServers: [server('notes', cwd)] });
    expect(await at.prompt(id, 'Find.')).toBe('end_turn');
    const shown = JSON.stringify(at.questions[0]);
    expect(shown).toContain(program);
    expect(shown).toContain('Variables: KEY');
    expect(shown).not.toContain('a-secret');
    expect(at.of('tool_call_update').at(-1)).toMatchObject({ status: 'completed' });
  });

  it('stays out after a no, which the session tells', async () => {
    const cwd = folder();
    const at = await editor({ cwd, answers: ['No'] });
    const id = await at.session({ mcpServers: [server('notes', cwd)] });
    await at.prompt(id, 'Find.');
    expect(JSON.stringify(at.of('agent_thought_chunk'))).toContain('The MCP server notes of the editor is left out');
    expect(at.of('tool_call_update').at(-1)).toMatchObject({ status: 'failed' });
  });

  it('is asked about again after a prompt that was cancelled', async () => {
    const cwd = folder();
    const at = await editor({ cwd, answers: ['cancelled', 'Yes, start it in this session'] });
    const id = await at.session({ mcpServers: [server('notes', cwd)] });
    expect(await at.prompt(id, 'Find.')).toBe('cancelled');
    expect(await at.prompt(id, 'Find.')).toBe('end_turn');
    expect(at.questions).toHaveLength(2);
  });

  it('is asked about again after a cancel while the question was open', async () => {
    const cwd = folder();
    const at = await editor({ cwd, answers: [() => new Promise(() => {}), 'Yes, start it in this session'] });
    const sessionId = await at.session({ mcpServers: [server('notes', cwd)] });
    const first = at.prompt(sessionId, 'Find.');
    await expect.poll(() => at.questions).toHaveLength(1);
    await at.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await first).toBe('cancelled');
    expect(await at.prompt(sessionId, 'Find.')).toBe('end_turn');
  });

  it('is asked about again for a prompt that comes right behind the cancel', async () => {
    const cwd = folder();
    const at = await editor({ cwd, answers: [() => new Promise(() => {}), 'Yes, start it in this session'] });
    const sessionId = await at.session({ mcpServers: [server('notes', cwd)] });
    const first = at.prompt(sessionId, 'Find.');
    await expect.poll(() => at.questions).toHaveLength(1);
    await at.agent.notify(methods.agent.session.cancel, { sessionId });
    const second = at.prompt(sessionId, 'Find.');
    expect([await first, await second]).toEqual(['cancelled', 'end_turn']);
  });

  it('is told if the agent may use none of its tools', async () => {
    const cwd = folder({}, { tools: ['Read'] });
    const at = await editor({ cwd, answers: ['Yes, start it in this session'] });
    await at.prompt(await at.session({ mcpServers: [server('notes', cwd)] }), 'Find.').catch(() => {});
    expect(JSON.stringify(at.of('agent_thought_chunk'))).toContain('The agent helper may use no tool of the MCP server notes');
  });

  it('is asked about once for all sessions, if the person says so', async () => {
    const cwd = folder();
    const at = await editor({ cwd, answers: ['Yes, also in other sessions'] });
    for (const _ of [1, 2]) await at.prompt(await at.session({ mcpServers: [server('notes', cwd)] }), 'Find.');
    expect(at.questions).toHaveLength(1);
  });

  it('never takes the place of one of the configuration', async () => {
    const declared = { command: process.execPath, args: [program, 'tools.json'] };
    const cwd = folder({ mcpServers: { notes: declared } });
    const at = await editor({ cwd, answers: ['Yes'] });
    const id = await at.session({ mcpServers: [server('notes', '/nowhere')] });
    await at.prompt(id, 'Find.');
    expect(at.questions).toEqual([]);
    expect(JSON.stringify(at.of('agent_thought_chunk'))).toContain('the configuration already has a server of this name');
    expect(at.of('tool_call_update').at(-1)).toMatchObject({ status: 'completed' });
  });

  it('never takes the name of one of the configuration that waits for trust', async () => {
    const cwd = folder({ mcpServers: { notes: { command: process.execPath, args: [program, 'tools.json'] } } });
    const at = await editor({ cwd, answers: ['Yes'], trust: false });
    await at.prompt(await at.session({ mcpServers: [server('notes', cwd)] }), 'Find.');
    expect(at.questions).toEqual([]);
    expect(JSON.stringify(at.of('agent_thought_chunk'))).toContain('the configuration already has a server of this name');
  });
});
