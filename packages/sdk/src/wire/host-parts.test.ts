import { describe, expect, it } from 'vitest';
import type { Options } from '../types/options.js';
import { parseEngineArguments } from './flags.js';
import { withHost } from './host-parts.js';
import { Wire } from './wire.js';

type Frame = { request_id: string; type: string; request: Record<string, unknown> };

function host(initialize: Record<string, unknown>, { argv = [], options = {} }: { argv?: string[]; options?: Options } = {}) {
  const sent: Frame[] = [];
  const wire = new Wire((line) => sent.push(JSON.parse(line)));
  const { flags } = parseEngineArguments(argv);
  const answer = (response: unknown) => wire.answered({ subtype: 'success', request_id: sent.at(-1)?.request_id, response });
  return { ...withHost(options, { flags, wire, initialize }), wire, sent, answer };
}
const signal = new AbortController().signal;
const ASKED = ['--permission-prompt-tool=stdio'];

describe('what initialize says goes over what the flags say (CTRL-08)', () => {
  it('null and nothing say nothing', () => {
    const options = { systemPrompt: 'A.', agents: { a: { description: 'd', prompt: 'p' } } };
    const made = host({ hooks: null, agents: null, systemPrompt: undefined, skills: null }, { options });
    expect(made.options).toMatchObject(options);
    expect(made.options.hooks).toBeUndefined();
  });

  it('system prompts, agents, skills, title and schema are taken over', () => {
    const { options } = host({
      appendSystemPrompt: 'More.',
      agents: { b: { description: 'd', prompt: 'p' } },
      skills: ['tidy'],
      title: 'T',
      jsonSchema: { type: 'object' },
    });
    expect(options).toMatchObject({
      systemPrompt: { type: 'preset', preset: 'claude_code', append: 'More.' },
      agents: { b: { description: 'd' } },
      skills: ['tidy'],
      title: 'T',
      outputFormat: { type: 'json_schema', schema: { type: 'object' } },
    });
    expect(host({ systemPrompt: ['A', 'B'] }).options.systemPrompt).toEqual(['A', 'B']);
  });

  it('servers of the program are those of type sdk in the flags and those that initialize names', () => {
    const options = { mcpServers: { a: { type: 'sdk', name: 'a' }, x: { command: 'x' } } } as unknown as Options;
    const made = host({ sdkMcpServers: ['b'], mcpServers: { y: { command: 'y' } } }, { options });
    expect([...made.servers.keys()]).toEqual(['a', 'b']);
    expect(Object.keys(made.options.mcpServers ?? {}).sort()).toEqual(['a', 'b', 'x', 'y']);
  });

  it('hooks are asked by the id of their callback, with matcher, time and what a failure means (CTRL-09)', async () => {
    const made = host({
      hooks: { PreToolUse: [{ matcher: 'Bash', hookCallbackIds: ['h0', 'h1'], timeout: 7, onFailure: 'block' }], Stop: 'broken' },
    });
    const [matcher] = made.options.hooks?.PreToolUse ?? [];
    expect(matcher).toMatchObject({ matcher: 'Bash', timeout: 7, onFailure: 'block' });
    expect(made.options.hooks?.Stop).toEqual([]);
    const asked = matcher?.hooks[1]?.({ tool_name: 'Bash' } as never, 'toolu_1', { signal });
    expect(made.sent.at(-1)?.request).toEqual({
      subtype: 'hook_callback',
      callback_id: 'h1',
      input: { tool_name: 'Bash' },
      tool_use_id: 'toolu_1',
    });
    made.answer({ continue: true });
    expect(await asked).toEqual({ continue: true });
  });
});

describe('who decides about a call (CTRL-06)', () => {
  it('is the program only where it said so', () => {
    expect(host({}).options.canUseTool).toBeUndefined();
    expect(host({}, { argv: [...ASKED, '--permission-prompts=none'] }).options.canUseTool).toBeUndefined();
    expect(host({}, { argv: ASKED }).options.canUseTool).toBeDefined();
  });

  it('is asked with all that is known of the call, and what goes wrong is a deny', async () => {
    const made = host({}, { argv: ASKED });
    const context = { signal, toolUseID: 't', suggestions: [], blockedPath: '/x', decisionReason: 'r', agentID: 'a' };
    const asked = made.options.canUseTool?.('Write', { file_path: '/x' }, context);
    expect(made.sent.at(-1)?.request).toMatchObject({
      subtype: 'can_use_tool',
      tool_name: 'Write',
      input: { file_path: '/x' },
      permission_suggestions: [],
      tool_use_id: 't',
      blocked_path: '/x',
      decision_reason: 'r',
      agent_id: 'a',
    });
    made.wire.answered({ subtype: 'error', request_id: made.sent.at(-1)?.request_id, error: 'cb threw' });
    expect(await asked).toMatchObject({
      behavior: 'deny',
      message: 'Tool permission request failed: cb threw',
      interrupt: false,
    });
  });

  it('one that goes while it is asked ends the run with it; one that has gone only denies (CTRL-14)', async () => {
    const made = host({}, { argv: ASKED });
    const context = { signal, toolUseID: 't' };
    const asked = made.options.canUseTool?.('Write', {}, context);
    made.wire.end();
    expect(await asked).toMatchObject({ behavior: 'deny', interrupt: true });
    expect(await made.options.canUseTool?.('Write', {}, context)).toMatchObject({ behavior: 'deny', interrupt: false });
  });
});

it('a form is declined by a program that cannot answer it (MCP-15)', async () => {
  const made = host({});
  const asked = made.options.onElicitation?.({ serverName: 's', message: 'm', mode: 'form', requestedSchema: {} }, { signal });
  expect(made.sent.at(-1)?.request).toMatchObject({
    subtype: 'elicitation',
    mcp_server_name: 's',
    message: 'm',
    requested_schema: {},
  });
  made.wire.end();
  expect(await asked).toEqual({ action: 'decline' });
});
