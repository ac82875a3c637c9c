import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project } from '../lib/loadout.js';
import { DEMO_FLAG, demoServer, GREET } from './demo-server.js';
import { answerOf, initialize, type Line, startWire, success, user } from './wire.test-kit.js';

const ASKS = ['--mcp-config', DEMO_FLAG, '--permission-prompt-tool', 'stdio'];
const WRITE = { tools: [{ name: 'Write', input: { file_path: 'a.txt', content: 'a' }, id: 'toolu_w' }] };

it('a question that nobody answers in time is withdrawn and denied, and the run goes on (CTRL-14)', async () => {
  const wire = await startWire({
    args: ['--permission-prompt-tool', 'stdio', '--permission-prompt-timeout', '0.05'],
    replies: [WRITE, { text: 'Not written.' }],
  });
  wire.write(initialize(), user('go'));
  const { request_id } = await wire.next({ request: { subtype: 'can_use_tool' } });
  await wire.next({ type: 'control_cancel_request', request_id });
  const result = await wire.next({ type: 'result', subtype: 'success' });
  expect(result.permission_denials).toEqual([expect.objectContaining({ tool_name: 'Write', tool_use_id: 'toolu_w' })]);
  expect(JSON.stringify(wire.of('user'))).toContain('gave no answer within 0.05 s');
  expect(existsSync(join(wire.cwd, 'a.txt'))).toBe(false);
});

it('a program that goes while it is asked has denied, and the run ends with exit code 1 (CTRL-14)', async () => {
  const wire = await startWire({ args: ['--permission-prompt-tool', 'stdio'], replies: [WRITE] });
  wire.write(initialize(), user('go'));
  await wire.next({ request: { subtype: 'can_use_tool' } });
  expect(await wire.end()).toEqual({ code: 1, signal: null });
  expect(wire.of('result')[0]).toMatchObject({ subtype: 'error_during_execution', terminal_reason: 'aborted_tools' });
  expect(existsSync(join(wire.cwd, 'a.txt'))).toBe(false);
});

it('what is asked of a program that has gone is denied, and a hook of its is not waited for (CTRL-14)', async () => {
  const wire = await startWire({ args: ['--permission-prompt-tool', 'stdio'], replies: [WRITE, { text: 'Not written.' }] });
  wire.write(
    initialize({ hooks: { PreToolUse: [{ hookCallbackIds: ['hook_0'] }], Stop: [{ hookCallbackIds: ['hook_1'] }] } }),
    user('go'),
  );
  expect(await wire.end()).toEqual({ code: 0, signal: null });
  expect(wire.of('result')[0]).toMatchObject({ result: 'Not written.', permission_denials: [{ tool_name: 'Write' }] });
  expect(wire.lines.some(({ request }) => (request as Line | undefined)?.subtype === 'can_use_tool')).toBe(false);
});

it('--permission-prompts none denies what would be asked (PERM-09)', async () => {
  const wire = await startWire({
    args: ['--permission-prompt-tool=stdio', '--permission-prompts=none'],
    replies: [WRITE, { text: 'No.' }],
  });
  wire.write(initialize(), user('go'));
  expect(await wire.next({ type: 'result' })).toMatchObject({ permission_denials: [{ tool_name: 'Write' }] });
});

it('answers as errors are told to the model as what they are (LOOP-05)', async () => {
  const wire = await startWire({ args: ['--permission-prompt-tool', 'stdio'], replies: [WRITE, { text: 'No.' }] });
  wire.write(initialize(), user('go'));
  const { request_id } = await wire.next({ request: { subtype: 'can_use_tool' } });
  wire.write({ type: 'control_response', response: { subtype: 'error', request_id, error: 'cb threw' } });
  await wire.next({ type: 'result', subtype: 'success' });
  expect(JSON.stringify(wire.of('user'))).toContain('Tool permission request failed: cb threw');
});

it('a hook that throws in the program stops nothing, and a server that it does not have is an error for the model (HOOK-23, ERR-04)', async () => {
  const wire = await startWire({
    args: [...ASKS, '--allowedTools=mcp__demo_tools'],
    replies: [GREET, { text: 'No such server.' }],
    host: { mcp_message: (request) => ((request.message as Line).method === 'tools/call' ? undefined : demoServer()(request)) },
  });
  const failed = (line: Line, error: string) =>
    wire.write({ type: 'control_response', response: { subtype: 'error', request_id: line.request_id, error } });
  wire.write(initialize({ hooks: { PreToolUse: [{ hookCallbackIds: ['hook_0'] }] } }), user('go'));
  failed(await wire.next({ request: { subtype: 'hook_callback' } }), 'cb threw');
  failed(await wire.next({ request: { message: { method: 'tools/call' } } }), 'SDK MCP server not found: demo_tools');
  await wire.next({ type: 'result', result: 'No such server.' });
  expect(JSON.stringify(wire.of('user'))).toContain('SDK MCP server not found: demo_tools');
});

it('an answer may come late and in another order than the question (CTRL-13)', async () => {
  const wire = await startWire({
    args: ASKS,
    replies: [{ tools: [WRITE.tools[0] ?? { name: '' }, GREET.tools[0] ?? { name: '' }] }, { text: 'Done.' }],
    host: { mcp_message: demoServer() },
  });
  wire.write(initialize(), user('go'));
  const first = await wire.next({ request: { subtype: 'can_use_tool' } });
  // Meanwhile other things are answered.
  expect(await wire.ask({ subtype: 'mcp_status' })).toMatchObject({
    response: { mcpServers: [{ name: 'demo_tools', status: 'connected' }] },
  });
  // A program that initializes again is told the open questions.
  expect(await wire.ask({ subtype: 'initialize' })).toMatchObject({ pending_permission_requests: [first] });
  wire.write(success(String(first.request_id), { behavior: 'deny', message: 'no!', toolUseID: 'toolu_w' }));
  const second = await wire.next({ request: { subtype: 'can_use_tool' } });
  // Without updatedInput the input is the one that was asked about.
  wire.write(success(String(second.request_id), { behavior: 'allow' }));
  const result = await wire.next({ type: 'result', result: 'Done.' });
  expect(result.permission_denials).toEqual([{ tool_name: 'Write', tool_use_id: 'toolu_w', tool_input: expect.any(Object) }]);
  expect(JSON.stringify(wire.of('user'))).toContain('Hello, Alice! Welcome.');
});

it('a hook that defers ends the run with the call, and the resumed session asks again and runs it (CTRL-13)', async () => {
  const cwd = project({});
  const hooks = { PreToolUse: [{ hookCallbackIds: ['hook_0'] }] };
  const decide = (permissionDecision: string) => ({
    hook_callback: () => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision } }),
  });
  const deferred = await startWire({ cwd, replies: [WRITE], host: decide('defer') });
  deferred.write(initialize({ hooks }), user('go'));
  const result = await deferred.next({ type: 'result' });
  expect(result).toMatchObject({
    subtype: 'success',
    stop_reason: 'tool_deferred',
    deferred_tool_use: { id: 'toolu_w', name: 'Write', input: { file_path: join(cwd, 'a.txt'), content: 'a' } },
  });
  expect(await deferred.end()).toEqual({ code: 0, signal: null });

  const again = await startWire({
    cwd,
    args: [`--resume=${String(result.session_id)}`],
    replies: [{ text: 'Written.' }],
    host: decide('allow'),
  });
  again.write(initialize({ hooks }), user('go on'));
  await again.next({ request: { subtype: 'hook_callback', tool_use_id: 'toolu_w' } });
  await again.next({ type: 'result', result: 'Written.' });
  expect(existsSync(join(cwd, 'a.txt'))).toBe(true);
});

it('a request that the program withdraws is not answered, and one that it sends twice is answered once (CTRL-10)', async () => {
  let silent = false;
  const held: string[] = [];
  const wire = await startWire({
    args: ASKS,
    host: {
      mcp_message: (request, id) => {
        if (!silent) return demoServer()(request);
        held.push(id);
        return undefined;
      },
    },
  });
  await wire.ask({ subtype: 'initialize' });
  await wire.next({ request: { message: { method: 'tools/list' } } });
  silent = true;
  const request = { subtype: 'mcp_reconnect', serverName: 'demo_tools' };
  wire.write({ type: 'control_request', request_id: 'withdrawn', request });
  await wire.next({ request: { message: { method: 'initialize' } } });
  wire.write({ type: 'control_cancel_request', request_id: 'withdrawn' });
  silent = false;
  const handshake = wire.lines.findLast((line) => line.type === 'control_request');
  wire.write(success(String(handshake?.request_id), demoServer()(handshake?.request as Line)));
  await wire.next({ request: { message: { method: 'tools/list' } } });

  const twice = { type: 'control_request', request_id: 'twice', request };
  wire.write(twice, twice);
  await wire.next({ type: 'control_response', response: { request_id: 'twice' } });
  expect(await wire.end()).toEqual({ code: 0, signal: null });
  const answered = wire.of('control_response').map((line) => answerOf(line).request_id);
  expect(answered.filter((id) => id === 'twice')).toHaveLength(1);
  expect(answered).not.toContain('withdrawn');
});

it('a hook is given back its answer, as it is on the wire, and its time is that of its matcher (CTRL-09)', async () => {
  const wire = await startWire({
    args: ['--include-hook-events'],
    replies: [WRITE, { text: 'Done.' }],
    host: {
      hook_callback: ({ callback_id, input }) =>
        callback_id === 'slow'
          ? undefined
          : {
              hookSpecificOutput: {
                hookEventName: 'PreToolUse',
                permissionDecision: 'allow',
                updatedInput: { ...((input as Line).tool_input as Line), content: 'changed' },
              },
            },
    },
  });
  const hooks = {
    UserPromptSubmit: [{ hookCallbackIds: ['slow'], timeout: 0.05 }],
    PreToolUse: [{ matcher: 'Write|Edit', hookCallbackIds: ['quick'], timeout: 7 }],
  };
  wire.write(initialize({ hooks }), user('go'));
  const slow = await wire.next({ request: { subtype: 'hook_callback', callback_id: 'slow' } });
  await wire.next({ type: 'control_cancel_request', request_id: slow.request_id });
  const quick = await wire.next({ request: { subtype: 'hook_callback', callback_id: 'quick' } });
  expect(quick.request).toMatchObject({
    tool_use_id: 'toolu_w',
    input: {
      hook_event_name: 'PreToolUse',
      tool_name: 'Write',
      tool_use_id: 'toolu_w',
      session_id: expect.any(String),
      cwd: wire.cwd,
    },
  });
  await wire.next({ type: 'result', result: 'Done.' });
  expect(readFileSync(join(wire.cwd, 'a.txt'), 'utf8')).toBe('changed');
});

it('a form of an MCP server is put to the program and its answer given back (CTRL-11: elicitation)', async () => {
  const wire = await startWire({
    args: [...ASKS, '--allowedTools=mcp__demo_tools'],
    replies: [GREET, { text: 'Done.' }],
    host: {
      elicitation: () => ({ action: 'accept', content: { sure: true } }),
      mcp_message: (request) => {
        const { id, method } = request.message as Line;
        return id !== undefined && method === 'tools/call' ? undefined : demoServer()(request);
      },
    },
  });
  wire.write(initialize(), user('go'));
  const call = await wire.next({ request: { message: { method: 'tools/call' } } });
  const requestedSchema = { type: 'object', properties: { sure: { type: 'boolean' } } };
  const message = { jsonrpc: '2.0', id: 77, method: 'elicitation/create', params: { message: 'Sure?', requestedSchema } };
  await wire.ask({ subtype: 'mcp_message', server_name: 'demo_tools', message });
  const asked = await wire.next({ request: { subtype: 'elicitation' } });
  expect(asked.request).toMatchObject({
    mcp_server_name: 'demo_tools',
    message: expect.stringContaining('Sure?'),
    requested_schema: { type: 'object' },
  });
  const answer = await wire.next({ request: { subtype: 'mcp_message', message: { id: 77 } } });
  expect((answer.request as { message: Line }).message.result).toMatchObject({ action: 'accept', content: { sure: true } });
  wire.write(
    success(String(call.request_id), {
      mcp_response: { jsonrpc: '2.0', id: 2, result: { content: [{ type: 'text', text: 'Sure.' }] } },
    }),
  );
  await wire.next({ type: 'result', result: 'Done.' });
});
