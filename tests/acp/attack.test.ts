import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { project } from '../lib/loadout.js';
import { editor } from './editor.test-kit.js';

const { session } = methods.agent;
const TOUCH = { tools: [{ Bash: { command: 'touch made.txt' } }] };
const SLEEP = { tools: [{ Bash: { command: 'sleep 600' } }] };

describe('a session of an editor', () => {
  it('keeps a rule for the project in the own file of the person, and asks no more', async () => {
    const cwd = scripted({ turns: [TOUCH, { text: 'One.' }] });
    const env = { LOADOUT_STATE_DIR: join(cwd, '.state') };
    const first = await editor({ cwd, env, answers: ['Yes, and always allow in this project: Bash(touch made.txt)'] });
    await first.prompt(await first.session(), 'Touch.');
    const own = readdirSync(cwd).filter((name) => /^agent\.config\..*\.yaml$/.test(name));
    expect(readFileSync(join(cwd, own[0] ?? ''), 'utf8')).toContain('Bash(touch made.txt)');
    const second = await editor({ cwd, env });
    expect(await second.prompt(await second.session(), 'Touch.')).toBe('end_turn');
    expect(second.questions).toEqual([]);
    expect(second.of('tool_call_update').at(-1)).toMatchObject({ status: 'completed' });
  });

  it('works in the further folders that the editor names', async () => {
    const other = project({ 'far.txt': 'Far away.\n' });
    const cwd = scripted({ turns: [{ tools: [{ Read: { file_path: join(other, 'far.txt') } }] }, { text: 'Done.' }] });
    const at = await editor({ cwd });
    const { sessionId } = await at.agent.request(session.new, { cwd, mcpServers: [], additionalDirectories: [other] });
    await at.prompt(sessionId, 'Read.');
    expect(at.questions).toEqual([]);
    expect(JSON.stringify(at.of('tool_call_update').at(-1))).toContain('Far away.');
  });

  it('is closed while it works: the prompt ends as cancelled, and nothing is left', async () => {
    const cwd = scripted({ turns: [SLEEP, { text: 'Never.' }], config: { permissions: { allow: ['Bash'] } } });
    const at = await editor({ cwd });
    const sessionId = await at.session();
    const answer = at.prompt(sessionId, 'Sleep.');
    await expect.poll(() => at.of('tool_call_update').map(({ status }) => status)).toContain('in_progress');
    await Promise.allSettled([1, 2].map(() => at.agent.request(session.close, { sessionId })));
    expect(await answer).toBe('cancelled');
    await expect(at.prompt(sessionId, 'Again.')).rejects.toThrow('is not open here');
  });

  it('begins with the next prompt if a hook prevented it', async () => {
    const command = 'test -e ok || { touch ok; echo \'{"continue":false,"stopReason":"Not yet."}\'; }';
    const hooks = { SessionStart: [{ hooks: [{ type: 'command', command }] }] };
    const cwd = scripted({ turns: [{ text: 'Hi.' }], config: { hooks } });
    const at = await editor({ cwd });
    const id = await at.session();
    await expect(at.prompt(id, 'Hi.')).rejects.toThrow('Not yet.');
    expect(await at.prompt(id, 'Hi.')).toBe('end_turn');
  });

  it('is loaded twice at once by one, and the other one is refused', async () => {
    const cwd = scripted({ turns: [{ text: 'One.' }, { text: 'Two.' }] });
    const at = await editor({ cwd });
    const sessionId = await at.session();
    await at.prompt(sessionId, 'One.');
    await at.agent.request(session.close, { sessionId });
    const load = () => at.agent.request(session.load, { sessionId, cwd, mcpServers: [] });
    const loads = await Promise.allSettled([load(), load(), load()]);
    expect(loads.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await at.prompt(sessionId, 'Two.')).toBe('end_turn');
  });

  it('shows the editor nothing of a file that a rule denies, before the call is decided', async () => {
    const edit = { Edit: { file_path: '.env', old_string: 'KEY', new_string: 'x' } };
    const cwd = scripted({
      turns: [{ tools: [edit] }, { text: 'Denied.' }],
      config: { permissions: { deny: ['Edit(.env)', 'Read(.env)'] } },
      files: { '.env': 'KEY=hidden-value\n' },
    });
    const at = await editor({ cwd });
    await at.prompt(await at.session(), 'Edit.');
    expect(at.frames()).not.toContain('hidden-value');
    expect(at.of('tool_call_update').at(-1)).toMatchObject({ status: 'failed' });
  });

  it('takes no answer to a question as an answer to another one', async () => {
    const cwd = scripted({
      turns: [{ tools: [{ Bash: { command: 'touch one.txt' } }, { Bash: { command: 'touch two.txt' } }] }, { text: 'Done.' }],
    });
    const at = await editor({
      cwd,
      answers: [1, 2].map(
        () =>
          ({ toolCall }) =>
            toolCall.title?.includes('one.txt') ? 'Yes, this once' : 'No',
      ),
    });
    await at.prompt(await at.session(), 'Touch both.');
    expect([existsSync(join(cwd, 'one.txt')), existsSync(join(cwd, 'two.txt'))]).toEqual([true, false]);
  });
});
