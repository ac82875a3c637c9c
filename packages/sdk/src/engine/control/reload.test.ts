import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { held, kinds, type Place, place } from '../../query/query.test-kit.js';
import type { SDKMessage } from '../../types/messages.js';
import { COMMANDS } from '../take-up.js';

const skill = (description: string, more = '') => `---\ndescription: ${description}\n${more}---\nSay the word pineapple.\n`;
const agent = (name: string) => `---\nname: ${name}\ndescription: Works on ${name}\n---\nYou work.\n`;

const HOOKS = 'hooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: touch hooked\n';

function put(at: Place, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(at.cwd, name)), { recursive: true });
    writeFileSync(join(at.cwd, name), text);
  }
}

const initOf = (messages: readonly SDKMessage[]) =>
  messages.find((message) => message.type === 'system' && message.subtype === 'init') as
    | Extract<SDKMessage, { readonly subtype: 'init' }>
    | undefined;
const systemOf = (at: Place, request: number) => JSON.stringify(at.api.requests[request]?.body.system);
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

const BUILT_IN = COMMANDS.map(({ name }) => name);

describe('a reload', () => {
  it('adds new and drops removed parts in the answer, in the next init, and for the model (CTRL-11)', async () => {
    const use = { tools: [{ name: 'Skill', id: 'toolu_1', input: { skill: 'late' } }] };
    const at = await place([{ text: 'One.' }, use, { text: 'Two.' }]);
    put(at, { '.claude/skills/early/SKILL.md': skill('The early one'), '.claude/agents/early.md': agent('early-agent') });
    const { query, turn, end } = held(at, { settingSources: ['project'], allowedTools: ['Skill'] });
    expect(initOf(await turn('Go'))).toMatchObject({ skills: ['early'], agents: expect.arrayContaining(['early-agent']) });
    rmSync(join(at.cwd, '.claude/skills/early'), { recursive: true });
    rmSync(join(at.cwd, '.claude/agents/early.md'));
    put(at, {
      '.claude/skills/late/SKILL.md': skill('The late one'),
      '.claude/commands/typed.md': 'Say hello.',
      '.claude/agents/late.md': agent('late-agent'),
    });
    expect(names((await query.reloadSkills()).skills)).toEqual([...BUILT_IN, 'typed', 'late']);
    expect(names(await query.supportedAgents())).toContain('late-agent');
    const messages = await turn('Go on');
    expect(kinds(messages)[0]).toBe('system/commands_changed');
    expect(initOf(messages)).toMatchObject({
      skills: expect.arrayContaining(['late']),
      slash_commands: [...BUILT_IN, 'typed', 'late'],
    });
    expect(initOf(messages)?.agents).not.toContain('early-agent');
    expect(systemOf(at, 1)).toMatch(/late-agent.*The late one/);
    expect(systemOf(at, 1)).not.toMatch(/The early one|early-agent/);
    expect(JSON.stringify(at.api.requests[2]?.body.messages)).toContain('pineapple');
    await end();
  });

  it('reports commands only after a change, and then all of them (CTRL-15)', async () => {
    const at = await place([]);
    put(at, { '.claude/commands/one.md': 'Say one.' });
    const { query, end } = held(at, { settingSources: ['project'] });
    await query.reloadSkills();
    await query.reloadOutputStyles();
    put(at, { '.claude/commands/two.md': '---\ndescription: Says two\n---\nSay two.' });
    expect(await query.reloadOutputStyles()).toMatchObject({
      available_output_styles: expect.arrayContaining(['default', 'Concise']),
    });
    await query.reloadPlugins();
    const told = (await end()).filter((message) => 'subtype' in message && message.subtype === 'commands_changed');
    expect(told).toMatchObject([{ commands: [...COMMANDS, { name: 'one' }, { name: 'two', description: 'Says two' }] }]);
  });

  it('adds typed commands from the next prompt on, even the first one', async () => {
    const at = await place([{ text: 'One.' }, { text: 'Two.' }]);
    const { query, turn, end } = held(at, { settingSources: ['project'] });
    await turn('Go');
    put(at, { '.claude/commands/fruit.md': 'Say pineapple to $ARGUMENTS.' });
    await query.reloadSkills();
    await turn('/fruit Ann');
    expect(JSON.stringify(at.api.requests[1]?.body.messages.at(-1))).toContain('Say pineapple to Ann.');
    await end();
  });

  it.each([
    ['keeps out the hooks of a skill in a folder that nobody trusts', false],
    ['has the hooks of a skill in a folder that this person trusts', true],
  ])('%s (CFG-10)', async (_, trusted) => {
    const use = { tools: [{ name: 'Skill', id: 'toolu_1', input: { skill: 'late' } }] };
    const read = { tools: [{ name: 'Read', id: 'toolu_2', input: { file_path: 'a.txt' } }] };
    const at = await place([{ text: 'One.' }, use, read, { text: 'Two.' }]);
    writeFileSync(join(at.home, '.claude.json'), JSON.stringify({ projects: { [at.cwd]: { hasTrustDialogAccepted: trusted } } }));
    put(at, { 'a.txt': 'text', '.claude/skills/early/SKILL.md': skill('The early one', HOOKS) });
    const { query, turn, end } = held(at, { settingSources: ['project'], allowedTools: ['Skill'] });
    await turn('Go');
    put(at, { '.claude/skills/late/SKILL.md': skill('The late one', HOOKS) });
    expect(names((await query.reloadSkills()).skills)).toContain('late');
    await turn('Go on');
    expect(existsSync(join(at.cwd, 'hooked'))).toBe(trusted);
    await end();
  });

  it('reports ignored parts of the new files once', async () => {
    const at = await place([]);
    const { query, end } = held(at, { settingSources: ['project'] });
    await query.reloadSkills();
    put(at, { '.claude/settings.json': JSON.stringify({ enabledPlugins: {} }) });
    await query.reloadSkills();
    await query.reloadSkills();
    const told = (await end()).flatMap((message) => ('content' in message ? [message.content] : []));
    expect(told).toEqual([expect.stringContaining('enabledPlugins')]);
  });

  it('refuses a skill whose hooks cannot run, and does not run it without them', async () => {
    const use = { tools: [{ name: 'Skill', id: 'toolu_1', input: { skill: 'late' } }] };
    const at = await place([{ text: 'One.' }, use, { text: 'Two.' }]);
    writeFileSync(join(at.home, '.claude.json'), JSON.stringify({ projects: { [at.cwd]: { hasTrustDialogAccepted: true } } }));
    const { query, turn, end } = held(at, { settingSources: ['project'], allowedTools: ['Skill'] });
    await turn('Go');
    put(at, { '.claude/skills/late/SKILL.md': skill('The late one', HOOKS) });
    await query.reloadSkills();
    await turn('Go on');
    const result = JSON.stringify(at.api.requests[2]?.body.messages.at(-1));
    expect(result).toContain('"is_error":true');
    expect(result).not.toContain('pineapple');
    await end();
  });

  it('changes nothing when the files cannot be read (CTRL-11)', async () => {
    const at = await place([{ text: 'One.' }]);
    put(at, { '.claude/commands/one.md': 'Say one.', 'agent.config.yaml': 'agents: { main: { instructions: Work. } }\n' });
    const { query, turn, end } = held(at, { settingSources: ['project'], agentConfig: 'agent.config.yaml' });
    await query.supportedCommands();
    put(at, { 'agent.config.yaml': 'agents: { main: { instrctions: Work. } }\n' });
    await expect(query.reloadSkills()).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    expect(initOf(await turn('Go'))?.slash_commands).toEqual([...BUILT_IN, 'one']);
    await end();
  });
});

describe('plugins that are read again', () => {
  const plugin = (at: Place, name: string) => {
    put(at, {
      [`${name}/.claude-plugin/plugin.json`]: JSON.stringify({ name, version: '1.2.3' }),
      [`${name}/commands/say.md`]: 'Say it.',
    });
    return join(at.cwd, name);
  };

  it('include those that the program adds, also after the next reload (CTRL-11)', async () => {
    const at = await place([{ text: 'One.' }]);
    const [one, two] = [plugin(at, 'one'), plugin(at, 'two')];
    const { query, turn, end } = held(at, { plugins: [{ type: 'local', path: one }] });
    expect((await query.reloadPlugins({ addPlugins: [{ type: 'local', path: two }] })).plugins).toMatchObject([
      { name: 'one', path: one, version: '1.2.3' },
      { name: 'two', path: two },
    ]);
    const again = await query.reloadPlugins({ holdOnCacheImpact: true });
    expect(again).toMatchObject({ held: false, error_count: 0, mcpServers: [] });
    expect(names(again.commands)).toEqual(expect.arrayContaining(['one:say', 'two:say']));
    expect(initOf(await turn('Go'))?.plugins).toHaveLength(2);
    await end();
  });

  it('are refused during a turn if the program requests that, and with a relative path', async () => {
    let came = () => {};
    const there = new Promise<void>((resolve) => {
      came = resolve;
    });
    const at = await place(() => {
      came();
      return { text: 'Half', fault: 'hang' };
    });
    const { query, turn, end } = held(at);
    const going = turn('Go');
    await there;
    await expect(query.reloadPlugins({ refuseIfBusy: true })).rejects.toMatchObject({ code: 'SDK_BUSY' });
    await query.interrupt();
    await going;
    await expect(query.reloadPlugins({ addPlugins: [{ type: 'local', path: 'one' }] })).rejects.toThrow('absolute');
    await end();
  });
});
