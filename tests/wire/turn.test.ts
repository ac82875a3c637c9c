import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allow, DEMO_FLAG, demoServer, GREET } from './demo-server.js';
import { answerOf, initialize, type Line, startWire, user } from './wire.test-kit.js';

const ASKS = ['--mcp-config', DEMO_FLAG, '--permission-prompt-tool', 'stdio'];
const HOOKS = Object.fromEntries(
  ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'].map((event) => [event, [{ hookCallbackIds: [`on_${event}`] }]]),
);

/** One word or two for a line, so that an order can be read. */
function nameOf(line: Line): string {
  const request = line.request as Line | undefined;
  const input = request?.input as Line | undefined;
  const rpc = request?.message as Line | undefined;
  if (line.type === 'control_response') return 'answer';
  if (request !== undefined) return String(rpc?.method ?? input?.hook_event_name ?? request.subtype);
  const { content } = (line.message ?? {}) as { content?: readonly Line[] };
  return String(
    line.state ??
      (content?.[0]?.type === undefined ? (line.subtype ?? line.type) : `${String(line.type)} ${String(content[0].type)}`),
  );
}

it('a turn has the order that the SDKs expect, with one id of the call in all of it (CTRL-06, CTRL-07, CTRL-09, CTRL-15)', async () => {
  const wire = await startWire({
    args: [...ASKS, '--model=claude-sonnet-4-5'],
    replies: [{ text: 'I greet her.', ...GREET }, { text: 'Done.' }],
    host: { mcp_message: demoServer(), can_use_tool: allow, hook_callback: () => ({}) },
  });
  await wire.ask({ subtype: 'initialize', hooks: HOOKS });
  await wire.next({ request: { message: { method: 'tools/list' } } });
  wire.write(user('Greet Alice'));
  await wire.next({ state: 'idle' });
  expect(wire.lines.map(nameOf).slice(wire.lines.findIndex(({ state }) => state === 'running'))).toEqual([
    'running',
    'UserPromptSubmit',
    'init',
    'assistant text',
    'assistant tool_use',
    'PreToolUse',
    'requires_action',
    'can_use_tool',
    'running',
    'tools/call',
    'PostToolUse',
    'user tool_result',
    'assistant text',
    'Stop',
    'success',
    'idle',
  ]);
  const all = JSON.stringify(wire.lines.filter((line) => nameOf(line).match(/tool_use|ToolUse|can_use|tools\/call|tool_result/)));
  // assistant, PreToolUse twice (the request and its input), can_use_tool, tools/call, PostToolUse twice, tool_result
  expect(all.match(/toolu_alice/g)?.length).toBe(8);
  const messages = wire.of('assistant').map(({ message }) => message as Line);
  expect(messages[0]?.id).toBe(messages[1]?.id);
  expect(messages.map(({ stop_reason }) => stop_reason)).toEqual([null, null, null]);
});

it('tools/call has the bare name, and what is only told is acknowledged as either SDK does it (CTRL-05)', async () => {
  const wire = await startWire({
    args: [...ASKS, '--allowedTools=mcp__demo_tools__greet'],
    replies: [GREET, { text: 'Done.' }],
    // The TypeScript SDK acknowledges with an id, and might do so with that of a request.
    host: { mcp_message: demoServer(undefined, { jsonrpc: '2.0', result: {}, id: 0 }) },
  });
  wire.write(initialize(), user('Greet Alice'));
  const call = await wire.next({ request: { message: { method: 'tools/call' } } });
  expect((call.request as Line).message).toEqual({
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: {
      name: 'greet',
      arguments: { name: 'Alice' },
      _meta: { 'claudecode/toolUseId': 'toolu_alice', progressToken: 2 },
    },
  });
  await wire.next({ type: 'result', result: 'Done.' });
});

it('a server that sends by itself reaches the engine, and an answer of its as an error is one for the model (CTRL-03)', async () => {
  let listed = 0;
  const wire = await startWire({
    args: [...ASKS, '--allowedTools=mcp__demo_tools'],
    replies: [GREET, { text: 'It failed.' }],
    host: {
      mcp_message: (request) => {
        const { id, method } = request.message as Line;
        if (method === 'tools/list') listed += 1;
        if (method === 'tools/call')
          return { mcp_response: { jsonrpc: '2.0', id, error: { code: -32601, message: "Server 'demo_tools' not found" } } };
        if (method === 'initialize')
          return {
            mcp_response: {
              jsonrpc: '2.0',
              id,
              result: {
                protocolVersion: '2025-11-25',
                capabilities: { tools: { listChanged: true } },
                serverInfo: { name: 'd', version: '1' },
              },
            },
          };
        return demoServer()(request);
      },
    },
  });
  await wire.ask({ subtype: 'initialize' });
  await wire.next({ request: { message: { method: 'tools/list' } } });
  const message = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
  expect(await wire.ask({ subtype: 'mcp_message', server_name: 'demo_tools', message })).toMatchObject({
    subtype: 'success',
    response: {},
  });
  await wire.next({ request: { message: { method: 'tools/list' } } });
  expect(listed).toBe(2);
  expect(await wire.ask({ subtype: 'mcp_message', server_name: 'none', message })).toMatchObject({
    subtype: 'error',
    error: "Server 'none' not found",
  });
  wire.write(user('Greet Alice'));
  const result = await wire.next({ type: 'user', message: { content: [{ type: 'tool_result', is_error: true }] } });
  expect(JSON.stringify(result)).toContain("Server 'demo_tools' not found");
});

it('init comes with each turn and never before the first prompt, and shows the mode that was set before it (CTRL-08, CTRL-12)', async () => {
  const wire = await startWire({ replies: [{ text: 'One.' }, { text: 'Two.' }] });
  await wire.ask({ subtype: 'initialize' });
  expect(await wire.ask({ subtype: 'set_permission_mode', mode: 'plan' })).toMatchObject({ subtype: 'success' });
  expect(wire.of('system', 'init')).toEqual([]);
  wire.write(user('one'));
  await wire.next({ type: 'result' });
  expect(await wire.ask({ subtype: 'set_permission_mode', mode: 'acceptEdits' })).toMatchObject({ subtype: 'success' });
  expect(await wire.ask({ subtype: 'set_permission_mode', mode: 'sudo' })).toMatchObject({
    subtype: 'error',
    error: expect.stringContaining('acceptEdits'),
  });
  wire.write(user('two'));
  await wire.next({ type: 'result' });
  expect(wire.of('system', 'init').map(({ permissionMode }) => permissionMode)).toEqual(['plan', 'acceptEdits']);
});

it('--replay-user-messages gives prompts back under their own uuid, as those of the session (CTRL-15)', async () => {
  const wire = await startWire({
    args: ['--replay-user-messages', '--setting-sources='],
    replies: [{ text: 'Hi.' }, { text: 'Ho.' }],
  });
  const uuid = '00000000-0000-4000-8000-00000000000b';
  wire.write(initialize(), user('named', { uuid }), user('note', { shouldQuery: false }), user('unnamed'));
  await wire.next({ type: 'result', result: 'Hi.' });
  const result = await wire.next({ type: 'result', result: 'Ho.' });
  await wire.end();
  const replayed = wire.lines.filter(({ isReplay }) => isReplay === true);
  expect(replayed.map(({ message }) => JSON.stringify(message))).toEqual([
    expect.stringContaining('named'),
    expect.stringContaining('note'),
    expect.stringContaining('unnamed'),
  ]);
  expect(replayed[0]).toMatchObject({ type: 'user', uuid, session_id: result.session_id, parent_tool_use_id: null });
  const projects = `${wire.cwd}/.home/.claude/projects`;
  const [folder = ''] = readdirSync(projects);
  const records = readFileSync(`${projects}/${folder}/${String(result.session_id)}.jsonl`, 'utf8');
  for (const one of replayed) expect(records).toContain(`"uuid":"${String(one.uuid)}"`);
});

it('--await-initialize holds prompts back until the servers have come with it, and says that they were taken (CTRL-08)', async () => {
  const wire = await startWire({
    args: ['--await-initialize', '--allowedTools=mcp__late'],
    replies: [{ text: 'Hello.' }],
    host: { mcp_message: demoServer() },
  });
  wire.write(user('hello'));
  const answer = await wire.ask({
    subtype: 'initialize',
    mcpServers: { broken: { type: 'stdio', command: '/does/not/exist' } },
    sdkMcpServers: ['late'],
  });
  expect(answer.response).toMatchObject({ mcp_servers_applied: true });
  const init = await wire.next({ subtype: 'init' });
  expect(init.mcp_servers).toEqual(
    expect.arrayContaining([{ name: 'late', status: 'connected' }, expect.objectContaining({ name: 'broken' })]),
  );
  expect(init.tools).toContain('mcp__late__greet');
  await wire.next({ type: 'result' });
});

it('the minimum that each SDK needs is in every message (CTRL-15)', async () => {
  const wire = await startWire({ args: ['--include-partial-messages'], replies: [{ text: 'Hello.' }] });
  wire.write(initialize(), user('hello'));
  const result = await wire.next({ type: 'result' });
  expect(result).toMatchObject({
    duration_ms: expect.any(Number),
    duration_api_ms: expect.any(Number),
    is_error: false,
    num_turns: 1,
  });
  const frames = wire.lines.filter(({ type }) => !String(type).startsWith('control_'));
  for (const { uuid, session_id } of frames) expect([typeof uuid, session_id]).toEqual(['string', result.session_id]);
  expect(new Set(frames.map(({ uuid }) => uuid)).size).toBe(frames.length);
  expect(wire.of('stream_event').map(({ event }) => (event as Line).type)).toEqual([
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ]);
  expect(answerOf(wire.of('control_response')[0] ?? {}).subtype).toBe('success');
});

it('--session-mirror gives each line of the session to the program, under the name of its file (SESS-05)', async () => {
  const wire = await startWire({ args: ['--session-mirror'], replies: [{ text: 'Hello.' }] });
  wire.write(initialize(), user('hello'));
  const { session_id } = await wire.next({ type: 'result' });
  await wire.end();
  const mirrored = wire.of('transcript_mirror');
  const [filePath] = new Set(mirrored.map((line) => String(line.filePath)));
  expect(filePath).toMatch(new RegExp(`/\\.claude/projects/[^/]+/${String(session_id)}\\.jsonl$`));
  const entries = mirrored.flatMap((line) => line.entries as readonly Line[]);
  const written = readFileSync(String(filePath), 'utf8').trimEnd().split('\n');
  expect(entries).toEqual(written.map((line) => JSON.parse(line)));
});

it('--debug-file holds each message as a line, and --debug gives them to standard error (CTRL-01)', async () => {
  const wire = await startWire({ args: ['--debug-file=logs/debug.jsonl'], replies: [{ text: 'Hello.' }] });
  wire.write(initialize(), user('hi'));
  await wire.next({ type: 'result' });
  await wire.end();
  const typesIn = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type);
  expect(typesIn(readFileSync(join(wire.cwd, 'logs/debug.jsonl'), 'utf8'))).toEqual(
    expect.arrayContaining(['assistant', 'result']),
  );
  const told = await startWire({ args: ['--debug'], replies: [{ text: 'Hello.' }] });
  told.write(initialize(), user('hi'));
  await told.next({ type: 'result' });
  await told.end();
  expect(typesIn(told.stderr)).toEqual(expect.arrayContaining(['assistant', 'result']));
});
