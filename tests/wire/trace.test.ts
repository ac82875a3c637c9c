import { expect, it } from 'vitest';
import { normalised } from './normalised.js';
import { initialize, type Line, startWire, success, user } from './wire.test-kit.js';

const TOOL = 'toolu_011ps2HcHPddjonXwz1ezAnE';
const mcp = (message: Line): Line => ({
  type: 'control_request',
  request_id: '<id>',
  request: { subtype: 'mcp_message', server_name: 'demo_tools', message: { jsonrpc: '2.0', ...message } },
});
const state = (name: string): Line => ({ type: 'system', subtype: 'session_state_changed', state: name, sdk_host_only: true });
const assistant = (block: Line): Line => ({ type: 'assistant', message: { content: [block] }, parent_tool_use_id: null });

/** The lines that the engine writes, in order. `answer` is the answer that the recorded program wrote. */
const TRACE: readonly { readonly line: Line; readonly answer?: unknown }[] = [
  {
    // The trace has 2.1.33 there, and no capabilities: those are what this client can do.
    line: mcp({
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', clientInfo: { name: 'loadout' } },
    }),
    answer: {
      jsonrpc: '2.0',
      id: 0,
      result: {
        protocolVersion: '2024-11-05',
        capabilities: { tools: {} },
        serverInfo: { name: 'demo_tools', version: '1.0.0' },
      },
    },
  },
  { line: mcp({ method: 'notifications/initialized' }), answer: { jsonrpc: '2.0', result: {} } },
  // The trace does all of this twice, which is an implementation detail. Once is enough.
  {
    line: mcp({ id: 1, method: 'tools/list' }),
    answer: {
      jsonrpc: '2.0',
      id: 1,
      result: {
        tools: [
          {
            name: 'greet',
            description: 'Greet someone by name',
            inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
          },
        ],
      },
    },
  },
  // Today's engine tells the state of the session (CTRL-15).
  { line: state('running') },
  // In the trace init comes before the user message; today never before the first prompt (CTRL-15).
  {
    line: {
      type: 'system',
      subtype: 'init',
      mcp_servers: [{ name: 'demo_tools', status: 'connected' }],
      permissionMode: 'default',
    },
  },
  { line: assistant({ type: 'tool_use', id: TOOL, name: 'mcp__demo_tools__greet', input: { name: 'Alice' } }) },
  { line: state('requires_action') },
  {
    line: {
      type: 'control_request',
      request_id: '<id>',
      request: {
        subtype: 'can_use_tool',
        tool_name: 'mcp__demo_tools__greet',
        input: { name: 'Alice' },
        // Today's engine says of which server it is, and how to show it (CTRL-15).
        mcp_server: { name: 'demo_tools', source: 'sdk' },
        display_name: 'Greet',
        permission_suggestions: [
          {
            type: 'addRules',
            rules: [{ toolName: 'mcp__demo_tools__greet' }],
            behavior: 'allow',
            destination: 'localSettings',
          },
        ],
        tool_use_id: TOOL,
      },
    },
    answer: { behavior: 'allow', updatedInput: { name: 'Alice' } },
  },
  { line: state('running') },
  {
    line: mcp({
      id: 2,
      method: 'tools/call',
      params: {
        name: 'greet',
        arguments: { name: 'Alice' },
        _meta: { 'claudecode/toolUseId': TOOL, progressToken: 2 },
      },
    }),
    answer: { jsonrpc: '2.0', id: 2, result: { content: [{ type: 'text', text: 'Hello, Alice! Welcome.' }] } },
  },
  {
    line: {
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: TOOL, content: [{ type: 'text', text: 'Hello, Alice! Welcome.' }] }],
      },
      parent_tool_use_id: null,
    },
  },
  { line: assistant({ type: 'text', text: "Hello! I've greeted Alice for you." }) },
  { line: { type: 'result', subtype: 'success', is_error: false, num_turns: 2, permission_denials: [] } },
  { line: state('idle') },
];

it('the recorded conversation of a program with its own tool goes on frame by frame as recorded (CTRL-04, CTRL-05, CTRL-16)', async () => {
  const wire = await startWire({
    // As the Python SDK of the trace passes it.
    args: ['--mcp-config', '{"mcpServers": {"demo_tools": {"type": "sdk"}}}', '--permission-prompt-tool', 'stdio'],
    env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-py-client', CLAUDE_AGENT_SDK_VERSION: '0.1.31', ANTHROPIC_MODEL: 'claude-haiku-4-5' },
    replies: [
      { tools: [{ name: 'mcp__demo_tools__greet', input: { name: 'Alice' }, id: TOOL }] },
      { text: "Hello! I've greeted Alice for you." },
    ],
  });
  wire.write(initialize({ hooks: null }));
  await wire.next({ type: 'control_response', response: { subtype: 'success', request_id: 'init_1' } });
  wire.write(user('Greet Alice'));
  for (const { line, answer } of TRACE) {
    const came = await wire.next(() => true);
    expect(normalised(came)).toMatchObject(line);
    if (answer === undefined) continue;
    const isMcp = (came.request as Line).subtype === 'mcp_message';
    wire.write(success(String(came.request_id), isMcp ? { mcp_response: answer } : answer));
  }
  expect(await wire.end()).toEqual({ code: 0, signal: null });
  expect(wire.lines).toHaveLength(TRACE.length + 1);
});
