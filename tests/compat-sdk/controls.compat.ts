import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Options } from '@loadout/sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resultsIn } from './lib/requests.js';
import { type Sdk, sdks } from './lib/sdks.js';
import { isRunning, until } from './lib/until.js';
import { world } from './lib/world.js';

const server = (sdk: Sdk, name = 'demo'): Options['mcpServers'] => ({
  [name]: sdk.createSdkMcpServer({
    name,
    version: '3.2.1',
    tools: [
      sdk.tool(
        'greet',
        'Greets',
        { name: z.string() },
        async ({ name }) => ({ content: [{ type: 'text', text: `Hello ${name}` }] }),
        {
          annotations: { readOnlyHint: true },
        },
      ),
    ],
  }),
});
const greet = (id: string, name = 'demo') => ({ tools: [{ name: `mcp__${name}__greet`, input: { name: 'Alice' }, id }] });

describe.each(sdks)('$name', (sdk) => {
  it('setModel holds from the next request on, and without a name the first model is back (CTRL-08, LOOP-18)', async () => {
    const { api, talk } = await world([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
    const program = talk(sdk);
    program.say('first');
    await program.result();
    await program.query.setModel('claude-haiku-4-5');
    program.say('second');
    await program.result();
    await program.query.setModel();
    program.say('third');
    await program.result();
    await program.end();
    expect(api.requests.map(({ body }) => body.model)).toEqual(['claude-sonnet-4-5', 'claude-haiku-4-5', 'claude-sonnet-4-5']);
  });

  it('setMaxThinkingTokens holds from the next request on (CTRL-11)', async () => {
    const { api, talk } = await world([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
    const program = talk(sdk);
    program.say('first');
    await program.result();
    await program.query.setMaxThinkingTokens(4096);
    program.say('second');
    await program.result();
    await program.query.setMaxThinkingTokens(0);
    program.say('third');
    await program.result();
    await program.end();
    expect(api.requests.slice(1).map(({ body }) => body.thinking)).toEqual([
      { type: 'enabled', budget_tokens: 4096 },
      { type: 'disabled' },
    ]);
  });

  it('setPermissionMode holds before the first prompt and after it (CTRL-12, PERM-14)', async () => {
    const { talk, cwd } = await world([
      { text: 'One.' },
      { tools: [{ name: 'Write', input: { file_path: 'a', content: 'x' }, id: 'toolu_w' }] },
      { text: 'Two.' },
    ]);
    const program = talk(sdk);
    await program.query.setPermissionMode('plan');
    program.say('first');
    expect(await program.next((message) => 'subtype' in message && message.subtype === 'init')).toMatchObject({
      permissionMode: 'plan',
    });
    await program.result();
    await program.query.setPermissionMode('acceptEdits');
    program.say('second');
    await program.result();
    await program.end();
    expect(existsSync(join(cwd, 'a'))).toBe(true);
  });

  it('a mode that is none, or may not be used, is refused (CTRL-08)', async () => {
    const { talk } = await world([{ text: 'One.' }]);
    const program = talk(sdk);
    await expect(program.query.setPermissionMode('brave' as never)).rejects.toThrow(/brave/);
    await expect(program.query.setPermissionMode('bypassPermissions')).rejects.toThrow(/bypassPermissions/);
    program.say('Hi');
    await program.result();
    await program.end();
  });

  it('what a program may ask before its first prompt is answered (CTRL-11)', async () => {
    const { talk } = await world([{ text: 'One.' }], {
      files: { '.claude/commands/shout.md': '---\ndescription: Shouts\nargument-hint: "[word]"\n---\nShout $ARGUMENTS' },
    });
    const program = talk(sdk, { agents: { looker: { description: 'Looks', prompt: 'You look.' } } });
    expect(await program.query.supportedCommands()).toEqual(
      expect.arrayContaining([{ name: 'shout', description: 'Shouts', argumentHint: '[word]' }]),
    );
    expect(await program.query.supportedModels()).toEqual(
      expect.arrayContaining([expect.objectContaining({ value: 'sonnet', displayName: expect.any(String) })]),
    );
    expect(await program.query.supportedAgents()).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'looker', description: 'Looks' })]),
    );
    expect(await program.query.accountInfo()).toMatchObject({ apiKeySource: 'ANTHROPIC_API_KEY' });
    program.say('Hi');
    await program.result();
    await program.end();
  });

  it('servers are listed, taken away, put in and switched off while the query goes on (CTRL-11)', async () => {
    const { api, talk } = await world([
      { text: 'One.' },
      greet('toolu_1', 'later'),
      { text: 'Two.' },
      greet('toolu_2', 'later'),
      { text: 'Three.' },
    ]);
    const program = talk(sdk, { mcpServers: server(sdk), allowedTools: ['mcp__demo', 'mcp__later'] });
    program.say('first');
    await program.result();
    expect(await program.query.mcpServerStatus()).toEqual([
      expect.objectContaining({
        name: 'demo',
        status: 'connected',
        serverInfo: expect.objectContaining({ name: 'demo', version: '3.2.1' }),
        tools: [expect.objectContaining({ name: 'greet', description: 'Greets', annotations: { readOnly: true } })],
      }),
    ]);
    expect(await program.query.setMcpServers({ ...server(sdk, 'later') })).toEqual({
      added: ['later'],
      removed: ['demo'],
      errors: {},
    });
    program.say('second');
    await program.result();
    expect(resultsIn(api.requests[2]).toolu_1).toBe('Hello Alice');
    await program.query.reconnectMcpServer('later');
    await program.query.toggleMcpServer('later', false);
    program.say('third');
    await program.result();
    expect(resultsIn(api.requests[4]).toolu_2).not.toBe('Hello Alice');
    await expect(program.query.reconnectMcpServer('nobody')).rejects.toThrow(/nobody/);
    await program.end();
  });

  it('files are rewound to what they were before a prompt; a dry run only says what would be (STATE-04)', async () => {
    const uuid = '33333333-3333-4333-8333-333333333333';
    const write = { tools: [{ name: 'Write', input: { file_path: 'a.txt', content: 'one\ntwo\n' }, id: 'toolu_w' }] };
    const { talk, cwd, env } = await world([write, { text: 'Done.' }]);
    const program = talk(sdk, {
      permissionMode: 'acceptEdits',
      enableFileCheckpointing: true,
      env: { ...env, CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: 'true' },
    });
    program.say('write', { uuid });
    await program.result();
    expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('one\ntwo\n');
    expect(await program.query.rewindFiles(uuid, { dryRun: true })).toMatchObject({
      canRewind: true,
      filesChanged: [join(cwd, 'a.txt')],
      insertions: 0,
      deletions: 2,
    });
    expect(existsSync(join(cwd, 'a.txt'))).toBe(true);
    expect(await program.query.rewindFiles(uuid)).toMatchObject({ canRewind: true });
    expect(existsSync(join(cwd, 'a.txt'))).toBe(false);
    await program.end();
  });

  it('getContextUsage says what the next request holds (LOOP-30)', async () => {
    const { talk } = await world([{ text: 'One.' }]);
    const program = talk(sdk, { mcpServers: server(sdk) });
    program.say('first');
    await program.result();
    const usage = await program.query.getContextUsage();
    expect(usage).toMatchObject({
      totalTokens: expect.any(Number),
      maxTokens: 200_000,
      model: 'claude-sonnet-4-5',
      mcpTools: [expect.objectContaining({ serverName: 'demo' })],
    });
    expect(usage.categories.map(({ name }) => name)).toContain('System tools');
    await program.end();
  });

  it('a command in the background is a task that can be stopped (CTRL-11)', async () => {
    const command = 'echo $$ > pid; exec sleep 300';
    const { talk, cwd } = await world((_, index) =>
      index === 0
        ? { tools: [{ name: 'Bash', input: { command, run_in_background: true }, id: 'toolu_b' }] }
        : { text: 'It runs.' },
    );
    const program = talk(sdk, { allowedTools: ['Bash'] });
    program.say('start');
    const started = await program.next((message) => 'subtype' in message && message.subtype === 'task_started');
    await program.result();
    await until(() => existsSync(join(cwd, 'pid')) && readFileSync(join(cwd, 'pid'), 'utf8').endsWith('\n'));
    const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
    expect(started).toMatchObject({ task_type: 'local_bash', description: command });
    await program.query.stopTask((started as unknown as { task_id: string }).task_id);
    await until(() => !isRunning(pid));
    await program.next((message) => 'subtype' in message && message.subtype === 'task_notification');
    await expect(program.query.stopTask('nothing')).rejects.toThrow(/nothing/);
    await program.end();
  });
});
