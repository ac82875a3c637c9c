import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { project } from '../lib/loadout.js';
import { editor } from './editor.test-kit.js';

const { session } = methods.agent;
const files = { 'notes.txt': 'Buy bread.\n' };
const READ = { tools: [{ Read: { file_path: 'notes.txt' } }] };

describe('a session of an editor', () => {
  it('offers modes, models, and what can be typed', async () => {
    const cwd = scripted({
      turns: [{ text: 'Hi.' }],
      config: { compat: true, models: { main: { provider: 'script', id: 'demo' }, other: { provider: 'script', id: 'other' } } },
      agent: { model: 'main' },
      files: { '.claude/skills/notes/SKILL.md': '---\nname: notes\ndescription: Writes notes.\n---\nWrite.\n' },
    });
    const at = await editor({ cwd });
    const answer = await at.agent.request(session.new, { cwd, mcpServers: [] });
    expect(answer.modes).toMatchObject({ currentModeId: 'default' });
    expect(answer.modes?.availableModes.map(({ id }) => id)).toEqual(['default', 'acceptEdits', 'plan', 'dontAsk']);
    expect(answer.configOptions).toMatchObject([
      { id: 'mode', currentValue: 'default' },
      { id: 'model', currentValue: 'main', options: [{ value: 'main' }, { value: 'other' }] },
    ]);
    await expect.poll(() => at.of('available_commands_update')).toHaveLength(1);
    const names = at.of('available_commands_update')[0]?.availableCommands.map(({ name }) => name);
    expect(names).toEqual(['notes', 'help', 'model', 'mode', 'compact', 'cost', 'context']);
    await at.prompt(answer.sessionId, '/help');
    for (const name of names ?? []) expect(at.said()).toMatch(new RegExp(`^- \`/${name}( .*)?\`: .+`, 'm'));
  });

  it('lists in /mode the modes that may be chosen, and no other', async () => {
    const cwd = scripted({ turns: [{ text: 'Hi.' }] });
    const at = await editor({ cwd });
    const { sessionId, modes } = await at.agent.request(session.new, { cwd, mcpServers: [] });
    await at.prompt(sessionId, '/mode');
    expect(at.said()).toBe(`default. Available: ${modes?.availableModes.map(({ id }) => id).join(', ')}.\n`);
    await expect(at.prompt(sessionId, '/mode bypas')).rejects.toThrow('Use one of: default, acceptEdits, plan, dontAsk.');
  });

  it('changes its mode before and between prompts, and tells a change that it makes itself', async () => {
    const write = { tools: [{ Write: { file_path: 'a.txt', content: 'x' } }] };
    const cwd = scripted({ turns: [write, { text: 'One.' }, write, { text: 'Two.' }] });
    const at = await editor({ cwd });
    const sessionId = await at.session();
    await at.agent.request(session.setMode, { sessionId, modeId: 'acceptEdits' });
    expect(await at.prompt(sessionId, 'Write.')).toBe('end_turn');
    expect(at.questions).toEqual([]);
    const { configOptions } = await at.agent.request(session.setConfigOption, { sessionId, configId: 'mode', value: 'plan' });
    expect(configOptions[0]).toMatchObject({ currentValue: 'plan' });
    await at.prompt(sessionId, '/mode default');
    expect(at.of('current_mode_update').at(-1)).toMatchObject({ currentModeId: 'default' });
    await expect(at.agent.request(session.setMode, { sessionId, modeId: 'bypassPermissions' })).rejects.toThrow(
      'mode cannot be "bypassPermissions"; expected one of default, acceptEdits, plan, dontAsk.',
    );
  });

  it('is listed, loaded with its whole conversation, and goes on', async () => {
    const cwd = scripted({ turns: [READ, { text: 'Bread.' }, { text: 'Second.' }], files });
    const first = await editor({ cwd });
    const id = await first.session();
    await first.prompt(id, 'What is to buy?');
    await first.agent.request(session.close, { sessionId: id });
    const again = await editor({ cwd });
    const { sessions } = await again.agent.request(session.list, { cwd });
    expect(sessions).toMatchObject([{ sessionId: id, cwd, title: 'What is to buy?' }]);
    await again.agent.request(session.load, { sessionId: id, cwd, mcpServers: [] });
    const kinds = again.updates.map(({ sessionUpdate }) => sessionUpdate);
    expect(kinds.filter((kind) => kind !== 'available_commands_update')).toEqual([
      'user_message_chunk',
      'session_info_update',
      'tool_call',
      'tool_call_update',
      'agent_message_chunk',
    ]);
    expect(await again.prompt(id, 'And then?')).toBe('end_turn');
    expect(again.said()).toBe('Bread.Second.');
  });

  it('is listed with its first prompt, also after its conversation was replaced by a summary', async () => {
    const cwd = scripted({ turns: [{ text: 'Bread.' }, { text: 'They spoke about bread.' }] });
    const at = await editor({ cwd });
    const id = await at.session();
    await at.prompt(id, 'What is to buy?');
    await at.prompt(id, '/compact');
    await at.agent.request(session.close, { sessionId: id });
    const { sessions } = await at.agent.request(session.list, { cwd });
    expect(sessions).toMatchObject([{ sessionId: id, title: 'What is to buy?' }]);
  });

  it('goes on with its agent, where a new one needs a name', async () => {
    const agents = { other: { model: 'script/demo', instructions: 'Answer.' } };
    const cwd = scripted({ turns: [{ text: 'One.' }, { text: 'Two.' }], agents });
    const first = await editor({ cwd, agent: 'other' });
    const id = await first.session();
    await first.prompt(id, 'First.');
    await first.close();
    const at = await editor({ cwd });
    await expect(at.session()).rejects.toThrow('helper, other');
    await at.agent.request(session.load, { sessionId: id, cwd, mcpServers: [] });
    expect(await at.prompt(id, 'Second.')).toBe('end_turn');
  });

  it('is resumed without its conversation', async () => {
    const cwd = scripted({ turns: [{ text: 'One.' }, { text: 'Two.' }] });
    const at = await editor({ cwd });
    const id = await at.session();
    await at.prompt(id, 'First.');
    await at.agent.request(session.close, { sessionId: id });
    await at.agent.request(session.resume, { sessionId: id, cwd });
    await at.prompt(id, 'Second.');
    expect(at.said()).toBe('One.Two.');
    expect(at.of('user_message_chunk')).toEqual([]);
  });

  it('is forked: the copy goes on with what was said, and the session itself stays as it was', async () => {
    const cwd = scripted({ turns: [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }] });
    const at = await editor({ cwd });
    const id = await at.session();
    await at.prompt(id, 'First.');
    const fork = await at.agent.request<{ sessionId: string; modes: unknown }>('session/fork', { sessionId: id, cwd });
    expect(fork).toMatchObject({ modes: { currentModeId: 'default' } });
    await at.prompt(fork.sessionId, 'Second.');
    await at.prompt(id, 'Third.');
    const { sessions } = await at.agent.request(session.list, { cwd });
    expect(sessions.map(({ sessionId }) => sessionId).sort()).toEqual([id, fork.sessionId].sort());
    await at.close();
    const prompts = async (sessionId: string) => {
      const again = await editor({ cwd });
      await again.agent.request(session.load, { sessionId, cwd, mcpServers: [] });
      return again.of('user_message_chunk').map(({ content }) => (content.type === 'text' ? content.text : ''));
    };
    expect(await prompts(id)).toEqual(['First.', 'Third.']);
    expect(await prompts(fork.sessionId)).toEqual(['First.', 'Second.']);
  });

  it('is forked from a record that is there, by a request of the right form', async () => {
    const cwd = scripted({ turns: [{ text: 'One.' }] });
    const at = await editor({ cwd });
    const fork = (params: object) => at.agent.request('session/fork', params);
    await expect(fork({ sessionId: 'none', cwd })).rejects.toThrow('none');
    await expect(fork({ cwd })).rejects.toMatchObject({ code: -32602 });
    await expect(fork({ sessionId: 'none', cwd, mcpServers: [{ name: 'x', command: 7 }] })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it('leaves no record if nothing was asked', async () => {
    const cwd = scripted({ turns: [{ text: 'Hi.' }] });
    const state = join(cwd, '.state');
    const at = await editor({ cwd, env: { LOADOUT_STATE_DIR: state } });
    await at.session();
    await at.close();
    mkdirSync(join(state, 'sessions'), { recursive: true });
    expect(readdirSync(join(state, 'sessions'), { recursive: true }).filter((name) => String(name).endsWith('.jsonl'))).toEqual(
      [],
    );
  });

  it('has its own folder and configuration, beside others in one process', async () => {
    const folders = ['one', 'two', 'three'].map((text) => scripted({ turns: [{ text: `I am ${text}.` }] }));
    const at = await editor({ cwd: folders[0] ?? '', trust: false });
    const ids = await Promise.all(folders.map((cwd) => at.session({ cwd })));
    await Promise.all(ids.map((id) => at.prompt(id, 'Who?')));
    expect(ids.map((id) => at.said(id))).toEqual(['I am one.', 'I am two.', 'I am three.']);
  });

  it('says what is off because its project is not trusted', async () => {
    const cwd = scripted({ turns: [{ text: 'Hi.' }], config: { permissions: { allow: ['Bash'] } } });
    const at = await editor({ cwd, trust: false });
    await at.session();
    await expect
      .poll(() => JSON.stringify(at.of('agent_thought_chunk')))
      .toMatch(/agent\.config\.yaml is not trusted.*loadout trust/);
  });

  it('names what is missing for a model, in the form that editors offer a setup for', async () => {
    const cwd = project({ 'agent.config.yaml': 'agents: { a: { model: anthropic/claude-sonnet-5-5, instructions: Hi. } }\n' });
    const at = await editor({ cwd });
    await expect(at.session()).rejects.toMatchObject({ code: -32000, message: expect.stringContaining('ANTHROPIC_API_KEY') });
  });

  it('is in no list where the editor has no folder yet', async () => {
    const at = await editor({ cwd: project({}), trust: false });
    expect(await at.agent.request(session.list, {})).toEqual({ sessions: [] });
    await expect(at.agent.request(session.list, { cwd: '/does/not/exist' })).rejects.toThrow('/does/not/exist');
  });

  it('gets no internal error for what a person sent, typed or configured', async () => {
    const cwd = scripted({ turns: [{ text: 'Hi.' }] });
    const two = project({
      'agent.config.yaml': 'agents: { a: { model: script/a, instructions: Hi. }, b: { model: script/b, instructions: Hi. } }\n',
    });
    const at = await editor({ cwd });
    const id = await at.session();
    const person = (request: Promise<unknown>, says: string) =>
      expect(request).rejects.toMatchObject({ code: -32602, message: expect.stringContaining(says) });
    await person(at.prompt(id, '/nothing'), 'There is no command or skill /nothing. List them with /help.');
    await person(at.prompt(id, '/mode wide'), '"wide" is not a permission mode');
    await person(at.prompt(id, '/mode bypassPermissions'), 'cannot be used here');
    await person(at.prompt(id, '/model none/x'), 'none');
    await person(at.session({ cwd: join(cwd, 'absent') }), `cwd is "${join(cwd, 'absent')}", which is not a folder here. Send`);
    await person(at.session({ cwd: `${cwd}\0` }), 'which is not a folder here');
    await person(at.session({ cwd: join(cwd, 'agent.config.yaml') }), 'which is not a folder here');
    await person(
      at.agent.request(session.new, { cwd, additionalDirectories: [join(cwd, 'absent')], mcpServers: [] }),
      'additionalDirectories is "',
    );
    await person(at.session({ cwd: two }), 'declares 2 agents, and none was named');
    await person(at.session({ cwd: project({ 'agent.config.yaml': 'plugin: {}\n' }) }), '"plugin"');
  });

  it('is refused for a broken configuration, with each problem and its line', async () => {
    const cwd = project({ 'agent.config.yaml': 'agents: { a: { instructions: Hi. } }\nplugin: {}\n' });
    const at = await editor({ cwd, trust: false });
    await expect(at.session()).rejects.toMatchObject({ message: expect.stringMatching(/agent\.config\.yaml:2:1 .*"plugin"/) });
  });

  it('is refused for a folder without a configuration, with what to do', async () => {
    const cwd = project({});
    const at = await editor({ cwd, trust: false });
    await expect(at.session()).rejects.toMatchObject({ message: expect.stringContaining('loadout init') });
  });
});
