import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEMO_FLAG, demoServer } from './demo-server.js';
import { initialize, type Line, startWire, user, type Wire } from './wire.test-kit.js';

const ok = async (wire: Wire, request: Line): Promise<Line> => {
  const answer = await wire.ask(request);
  expect(answer, JSON.stringify(request)).toMatchObject({ subtype: 'success' });
  return answer.response as Line;
};
const refused = async (wire: Wire, request: Line): Promise<string> => {
  const answer = await wire.ask(request);
  expect(answer, JSON.stringify(request)).toMatchObject({
    subtype: 'error',
    error_code: expect.stringMatching(/^[a-z][a-z0-9_]{0,63}$/),
  });
  return String(answer.error);
};

describe('what a program may ask while a query goes on (CTRL-08, CTRL-11)', () => {
  it('model and thinking can change, and hold from the next request on', async () => {
    const wire = await startWire({
      args: ['--model=claude-sonnet-4-5'],
      replies: [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }],
    });
    wire.write(initialize(), user('one'));
    await wire.next({ type: 'result' });
    await ok(wire, { subtype: 'set_model', model: 'claude-haiku-4-5' });
    await ok(wire, { subtype: 'set_max_thinking_tokens', max_thinking_tokens: 2048 });
    wire.write(user('two'));
    await wire.next({ type: 'result' });
    await ok(wire, { subtype: 'set_model' });
    await ok(wire, { subtype: 'set_max_thinking_tokens', max_thinking_tokens: null });
    wire.write(user('three'));
    await wire.next({ type: 'result' });
    expect(wire.api.requests.map(({ body }) => body.model)).toEqual([
      'claude-sonnet-4-5',
      'claude-haiku-4-5',
      'claude-sonnet-4-5',
    ]);
    expect(wire.api.requests[1]?.body.thinking).toMatchObject({ type: 'enabled', budget_tokens: 2048 });
    expect(await ok(wire, { subtype: 'get_session_cost' })).toMatchObject({ total_cost_usd: expect.any(Number) });
  });

  it('flag settings are merged: rules, mode and model at once, or nothing with the keys that cannot change', async () => {
    const wire = await startWire({
      args: ['--setting-sources='],
      replies: [{ tools: [{ name: 'Write', input: { file_path: 'a.txt', content: 'a' } }] }, { text: 'Written.' }],
    });
    await ok(wire, { subtype: 'initialize' });
    const settings = {
      model: 'claude-haiku-4-5',
      permissions: { allow: ['Write'], deny: ['Bash(rm:*)'], defaultMode: 'acceptEdits' },
    };
    expect(await refused(wire, { subtype: 'apply_flag_settings', settings: { ...settings, hooks: {}, sandbox: {} } })).toMatch(
      /hooks, sandbox cannot change/,
    );
    const before = await ok(wire, { subtype: 'list_permission_rules' });
    expect(before.state).toMatchObject({ rules: [] });
    await ok(wire, { subtype: 'apply_flag_settings', settings });
    expect(await ok(wire, { subtype: 'list_permission_rules' })).toMatchObject({
      state: {
        rules: [
          { behavior: 'allow', rule: 'Write', source: 'session', editability: 'session' },
          { behavior: 'deny', rule: 'Bash(rm:*)', source: 'session', editability: 'session' },
        ],
        originalCwd: wire.cwd,
        managedOnly: false,
      },
    });
    expect(await ok(wire, { subtype: 'get_settings' })).toMatchObject({
      effective: { permissions: { allow: ['Write'], deny: ['Bash(rm:*)'], defaultMode: 'acceptEdits' } },
    });
    wire.write(user('go'));
    expect(await wire.next({ subtype: 'init' })).toMatchObject({ permissionMode: 'acceptEdits', model: 'claude-haiku-4-5' });
    await wire.next({ type: 'result', result: 'Written.' });
  });

  it('servers in the program and elsewhere can be seen, switched, connected again and replaced', async () => {
    const wire = await startWire({
      args: ['--mcp-config', DEMO_FLAG],
      replies: [{ text: 'Hi.' }],
      host: { mcp_message: demoServer() },
    });
    wire.write(initialize());
    await wire.next({ request: { message: { method: 'tools/list' } } });
    wire.write(user('hi'));
    await wire.next({ type: 'result' });
    const status = async () => (await ok(wire, { subtype: 'mcp_status' })).mcpServers as Line[];
    expect(await status()).toMatchObject([
      { name: 'demo_tools', status: 'connected', serverInfo: { name: 'demo_tools' }, tools: [{ name: 'greet' }] },
    ]);
    await ok(wire, { subtype: 'mcp_toggle', serverName: 'demo_tools', enabled: false });
    expect(await status()).toMatchObject([{ name: 'demo_tools', status: 'disabled' }]);
    await ok(wire, { subtype: 'mcp_toggle', serverName: 'demo_tools', enabled: true });
    await ok(wire, { subtype: 'mcp_reconnect', serverName: 'demo_tools' });
    expect(await status()).toMatchObject([{ status: 'connected' }]);
    expect(await refused(wire, { subtype: 'mcp_reconnect', serverName: 'none' })).toContain('none');
    const replaced = await ok(wire, {
      subtype: 'mcp_set_servers',
      servers: {
        demo_tools: { type: 'sdk', name: 'demo_tools' },
        more: { type: 'sdk', name: 'more' },
        broken: { type: 'stdio', command: '/does/not/exist' },
      },
    });
    expect(replaced).toMatchObject({
      added: expect.arrayContaining(['more']),
      removed: [],
      errors: { broken: expect.any(String) },
    });
    expect(await status()).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'more', status: 'connected' })]));
    expect(await ok(wire, { subtype: 'mcp_set_servers', servers: {} })).toMatchObject({
      added: [],
      removed: expect.arrayContaining(['demo_tools', 'more']),
    });
  });

  it('files are read under the rules of Read, as text or base64, and never more than a line can hold', async () => {
    const wire = await startWire({
      args: ['--disallowedTools=Read(secret/**)'],
      files: { 'a.txt': 'Grüße', 'secret/b.txt': 'no' },
    });
    writeFileSync(join(wire.cwd, 'big.txt'), 'x'.repeat(3_000_000));
    writeFileSync(join(wire.cwd, 'bin'), Buffer.from([0xff, 0xfe, 0x00]));
    const read = (request: Line) => ok(wire, { subtype: 'read_file', ...request });
    expect(await read({ path: 'a.txt' })).toEqual({ contents: 'Grüße', absPath: join(wire.cwd, 'a.txt'), lossy: false });
    expect(await read({ path: 'a.txt', encoding: 'base64', max_bytes: 2 })).toMatchObject({
      contents: Buffer.from('Gr').toString('base64'),
      truncated: true,
      encoding: 'base64',
    });
    expect(await read({ path: 'bin' })).toMatchObject({ lossy: true });
    expect(await read({ path: 'big.txt' })).toMatchObject({ truncated: true });
    expect(await refused(wire, { subtype: 'read_file', path: 'secret/b.txt' })).toContain('secret');
    expect(await wire.ask({ subtype: 'read_file', path: '../outside.txt' })).toMatchObject({ subtype: 'error' });
    expect(await wire.ask({ subtype: 'read_file', path: 'missing.txt' })).toMatchObject({
      subtype: 'error',
      error: expect.stringContaining('missing.txt'),
    });
    execFileSync('mkfifo', [join(wire.cwd, 'pipe')]);
    expect(await refused(wire, { subtype: 'read_file', path: 'pipe' })).toContain('pipe');
  });

  it('work in the background can be looked at and stopped', async () => {
    const wire = await startWire({
      args: ['--allowedTools=Bash'],
      replies: [
        { tools: [{ name: 'Bash', input: { command: 'echo begun; exec sleep 60', run_in_background: true } }] },
        { text: 'Started.' },
      ],
    });
    wire.write(initialize(), user('go'));
    const { task_id } = await wire.next({ subtype: 'task_started' });
    let output: Line = {};
    while (output.output !== 'begun\n') output = await ok(wire, { subtype: 'get_task_output', task_id });
    expect(output).toEqual({ output: 'begun\n', total_bytes: 6, truncated: false });
    expect(await ok(wire, { subtype: 'background_tasks' })).toEqual({ backgrounded: false });
    await ok(wire, { subtype: 'stop_task', task_id });
    await wire.next({ subtype: 'task_notification', task_id, status: 'stopped' });
    expect(await refused(wire, { subtype: 'stop_task', task_id: 'none' })).toContain('"none"');
    expect(await refused(wire, { subtype: 'get_task_output', task_id: 'none' })).toContain('"none"');
  });

  it('files go back to what they were before a prompt', async () => {
    const wire = await startWire({
      args: ['--permission-mode=acceptEdits'],
      env: { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: 'true' },
      replies: [{ tools: [{ name: 'Write', input: { file_path: 'a.txt', content: 'a\n' } }] }, { text: 'Written.' }],
    });
    const user_message_id = '00000000-0000-4000-8000-00000000000c';
    wire.write(initialize(), user('go', { uuid: user_message_id }));
    await wire.next({ type: 'result' });
    const dry = await ok(wire, { subtype: 'rewind_files', user_message_id, dry_run: true });
    expect(dry).toMatchObject({ canRewind: true, filesChanged: [join(wire.cwd, 'a.txt')], insertions: 0, deletions: 1 });
    expect(await ok(wire, { subtype: 'rewind_files', user_message_id })).toMatchObject({ canRewind: true });
    expect(await wire.ask({ subtype: 'read_file', path: 'a.txt' })).toMatchObject({ subtype: 'error' });
  });

  it('what there is can be listed: context, models, hooks, commands, styles, version', async () => {
    const wire = await startWire({
      files: { '.claude/skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies up.\n---\nTidy up.' },
      replies: [{ text: 'Hi.' }],
    });
    const first = await ok(wire, { subtype: 'initialize', hooks: { Stop: [{ hookCallbackIds: ['hook_0'] }] } });
    expect(first.commands).toContainEqual({ name: 'tidy', description: 'Tidies up.', argumentHint: '' });
    expect(await ok(wire, { subtype: 'get_context_usage' })).toMatchObject({
      categories: expect.arrayContaining([
        { name: expect.any(String), tokens: expect.any(Number), color: expect.any(String), kind: 'used' },
      ]),
      totalTokens: expect.any(Number),
      maxTokens: 1_000_000,
      model: expect.any(String),
      isAutoCompactEnabled: expect.any(Boolean),
    });
    expect(await ok(wire, { subtype: 'list_models' })).toMatchObject({ models: first.models });
    expect(await ok(wire, { subtype: 'get_hooks_listing' })).toMatchObject({
      events: expect.arrayContaining([expect.objectContaining({ name: 'Stop' })]),
      hooks: expect.arrayContaining([expect.objectContaining({ event: 'Stop', displayText: 'Stop callback 1', timeout: 60 })]),
    });
    expect(await ok(wire, { subtype: 'reload_skills' })).toEqual({ skills: first.commands });
    expect(await ok(wire, { subtype: 'reload_plugins' })).toMatchObject({
      commands: first.commands,
      plugins: [],
      mcpServers: [],
      error_count: 0,
    });
    expect(await ok(wire, { subtype: 'reload_output_styles' })).toMatchObject({
      available_output_styles: expect.arrayContaining(['default', 'Concise']),
    });
    expect(await ok(wire, { subtype: 'get_binary_version' })).toMatchObject({ version: expect.stringMatching(/^2\./) });
    await ok(wire, { subtype: 'seed_read_state', path: 'a.txt', mtime: 1 });
    expect(await refused(wire, { subtype: 'dance' })).toContain('apply_flag_settings');
    expect(await refused(wire, { subtype: 'mcp_call', tool: 'mcp__s__t' })).toContain('there is no tool mcp__s__t');
  });

  it('a session gets its title, also before its first prompt', async () => {
    const wire = await startWire({ replies: [{ text: 'Hi.' }] });
    await ok(wire, { subtype: 'initialize' });
    await ok(wire, { subtype: 'rename_session', title: 'A good name' });
    wire.write(user('hi'));
    const { session_id } = await wire.next({ type: 'result' });
    expect(await refused(wire, { subtype: 'rename_session', title: ' ' })).toContain('empty');
    expect(await refused(wire, { subtype: 'rename_session', title: 'x', session_id: 'other' })).toContain(String(session_id));
    await wire.end();
    const projects = join(wire.cwd, '.home/.claude/projects');
    const file = join(projects, readdirSync(projects)[0] ?? '', `${String(session_id)}.jsonl`);
    expect(readFileSync(file, 'utf8')).toContain('"customTitle":"A good name"');
  });
});
