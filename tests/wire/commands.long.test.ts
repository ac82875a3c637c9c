import { describe, expect, it } from 'vitest';
import { answerOf, initialize, type Line, startWire, user, type Wire, type WireOptions } from './wire.test-kit.js';

/** Gives prompts one after the other, each behind the result of the one before. */
async function prompts(wire: Wire, ...texts: readonly string[]): Promise<readonly Line[]> {
  for (const text of texts) {
    wire.write(user(text));
    await wire.next({ type: 'result' });
  }
  return wire.of('result');
}

const started = (options: WireOptions = {}) =>
  startWire({ args: ['--model=claude-opus-5-5'], replies: [{ text: 'One.' }, { text: 'Two.' }], ...options });

const said = (wire: Wire) => wire.of('assistant').map(({ message }) => message as { model: string; content: readonly Line[] });

describe('a prompt that is a command (W4)', () => {
  it.each([
    ['/context', /^## Context Usage\n\n\*\*Model:\*\* claude-opus-5-5/],
    ['/cost', /^Estimated cost: +\$0\.0000/],
    ['/usage', /^Estimated cost/],
    ['/model', /^Current model: `claude-opus-5-5`\nUsage: \/model <name>/],
    ['/effort huge', /^Unknown option: huge\. Options: low/],
    ['/config', /^Usage: \/config key=value/],
    ['/config permissionMode=nonsense', /nonsense/],
    ['/mcp', /^No MCP servers are configured/],
    ['/agents', /\.claude\/agents/],
    ['/reload-skills', /^Reloaded skills: \d+ commands/],
    ['/reload-plugins', /^Reloaded plugins/],
    ['/rename', /^Usage: \/rename/],
  ])('%s is answered without the model', async (command, text) => {
    const wire = await started();
    const [result] = await prompts(wire, command);
    expect(result).toMatchObject({ subtype: 'success', is_error: false, num_turns: 0, stop_reason: null });
    expect(result?.local_command).toBe(/^\/([\w-]+)/.exec(command)?.[1]);
    expect(String(result?.result)).toMatch(text);
    const [, name] = /^\/([\w-]+)/.exec(command) ?? [];
    const run = { command: name === 'cost' ? 'usage' : name, args: command.slice(`/${name}`.length).trim() };
    expect(wire.of('assistant')).toMatchObject([{ message: { model: '<synthetic>' }, local_command_run: run }]);
    expect(wire.of('system', 'init')).toHaveLength(1);
    expect(wire.api.requests).toEqual([]);
  });

  it.each(['/help', '/status', '/login', '/permissions', '/fast'])('%s needs a terminal, and says so', async (command) => {
    const wire = await started();
    const [result] = await prompts(wire, command);
    expect(result).toMatchObject({ subtype: 'success', result: `${command} isn't available in this environment.` });
    expect(wire.of('assistant')[0]).toMatchObject({ local_command_outcome: { kind: 'unavailable_headless' } });
    expect(wire.api.requests).toEqual([]);
  });

  it.each(['/nosuch', ' /cost', 'say /cost', '/usr/bin/env is where?'])('%j is a prompt', async (text) => {
    const wire = await started();
    expect((await prompts(wire, text))[0]).toMatchObject({ num_turns: 1, result: 'One.' });
  });

  it('is a prompt if the program composed it', async () => {
    const wire = await started();
    wire.write(user('/cost', { client_composed: true }));
    expect(await wire.next({ type: 'result' })).toMatchObject({ num_turns: 1 });
  });

  it('goes to the command of the project that has its name', async () => {
    const wire = await started({ files: { '.claude/commands/usage.md': 'Count the usages of $ARGUMENTS.' } });
    await prompts(wire, '/usage foo');
    expect(JSON.stringify(wire.api.requests[0]?.body.messages)).toContain('Count the usages of foo.');
  });

  it('is read by the model with the next prompt', async () => {
    const wire = await started();
    await prompts(wire, '/agents', 'go');
    const sent = JSON.stringify(wire.api.requests[0]?.body.messages);
    expect(sent).toContain('<command-name>/agents</command-name>');
    expect(sent).toContain('<local-command-stdout>Agents are files');
  });

  it('changes the model and the effort of the next request', async () => {
    const wire = await started();
    await prompts(wire, '/model haiku', '/effort low', 'go', '/config model=claude-sonnet-4-5', 'again');
    const [first, second] = wire.api.requests.map(({ body }) => body as Line);
    expect(first).toMatchObject({ model: 'claude-haiku-5-5', output_config: { effort: 'low' } });
    expect(second).toMatchObject({ model: 'claude-sonnet-4-5' });
    expect(wire.of('result').map(({ num_turns }) => num_turns)).toEqual([0, 0, 1, 0, 1]);
  });

  it('gives the session a title', async () => {
    const wire = await started();
    await prompts(wire, 'go', '/rename My work');
    expect(wire.of('system', 'session_title_changed')).toMatchObject([{ title: 'My work' }]);
    expect(said(wire).at(-1)?.content).toMatchObject([{ text: 'Session renamed to: My work' }]);
  });

  it('is listed for programs, each name once', async () => {
    const wire = await started();
    wire.write(initialize());
    const line = await wire.next({ type: 'control_response' });
    const { commands } = answerOf(line).response as { commands: readonly Line[] };
    expect(commands.find(({ name }) => name === 'usage')).toMatchObject({ aliases: ['cost', 'stats'], builtin: true });
    await prompts(wire, 'go');
    const names = wire.of('system', 'init')[0]?.slash_commands as readonly string[];
    expect(names).toEqual(expect.arrayContaining(['clear', 'compact', 'context', 'model', 'usage']));
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('/clear (W4)', () => {
  it.each(['/clear', '/reset', '/new'])('%s begins a new session with an empty conversation and no cost', async (command) => {
    const wire = await started();
    const [before, reset, after] = await prompts(wire, 'Remember blue.', command, 'Which colour?');
    expect(wire.of('conversation_reset')).toMatchObject([
      { trigger: 'clear', session_id: before?.session_id, new_conversation_id: after?.session_id },
    ]);
    expect(reset).toMatchObject({ result: '', num_turns: 0, total_cost_usd: 0, session_id: after?.session_id });
    expect(after?.session_id).not.toBe(before?.session_id);
    expect(JSON.stringify(wire.api.requests[1]?.body.messages)).not.toContain('blue');
    expect(wire.of('assistant').length).toBe(2);
  });

  it('keeps the model and the mode, and the old session can be resumed', async () => {
    const wire = await started();
    wire.write(user('Remember blue.'));
    const { session_id } = await wire.next({ type: 'result' });
    await wire.ask({ subtype: 'set_permission_mode', mode: 'acceptEdits' });
    await wire.ask({ subtype: 'set_model', model: 'haiku' });
    await prompts(wire, '/clear', 'go');
    expect(wire.of('system', 'init').at(-1)).toMatchObject({ model: 'claude-haiku-5-5', permissionMode: 'acceptEdits' });
    wire.closeInput();
    await wire.over();
    const later = await started({ cwd: wire.cwd, args: ['--resume', String(session_id)] });
    await prompts(later, 'Which colour?');
    expect(JSON.stringify(later.api.requests[0]?.body.messages)).toContain('blue');
  });
});
