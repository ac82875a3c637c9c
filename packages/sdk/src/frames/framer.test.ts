import type { SettledCall } from '@loadout/core/run';
import type { AgentEvent, RunResult } from '@loadout/runner';
import { describe, expect, it } from 'vitest';
import { Framer, INTERRUPTED } from './framer.js';

const framer = (options: Partial<ConstructorParameters<typeof Framer>[0]> = {}) =>
  new Framer({
    waiting: () => 0,
    includePartialMessages: false,
    forwardSubagentText: false,
    limitsOf: () => ({ contextWindow: 200_000 }),
    init: () => ({ type: 'system', subtype: 'init' }),
    now: () => 0,
    ...options,
  });

const frames = (one: Framer, ...events: readonly AgentEvent[]) => events.flatMap((event) => one.frames(event));

function result(changes: Partial<RunResult> = {}): RunResult {
  return {
    outcome: 'success',
    sessionId: 's',
    text: 'Done.',
    turns: 1,
    toolCalls: 0,
    calls: [],
    denials: [],
    spilled: 0,
    usage: { input_tokens: 1, output_tokens: 1 },
    costUsd: 0.5,
    models: { m: { usage: { input_tokens: 1, output_tokens: 1 }, costUsd: 0.5 } },
    durationMs: 10,
    modelMs: 5,
    ...changes,
  };
}

const ended = (changes: Partial<RunResult> = {}): AgentEvent => ({ type: 'result', result: result(changes) });
const began: AgentEvent = {
  type: 'message_start',
  uuid: 'u',
  id: 'msg_1',
  model: 'm',
  usage: { input_tokens: 7, output_tokens: 1, cache_read_input_tokens: 3 },
};

function settled(changes: Partial<SettledCall> = {}): SettledCall {
  const content = 'text';
  return {
    id: 't1',
    name: 'Read',
    outcome: 'done',
    result: { toolUseId: 't1', content, typedContent: [{ type: 'text', text: content }], isError: false },
    block: { type: 'tool_result', tool_use_id: 't1', content },
    input: {},
    durationMs: 1,
    ...changes,
  };
}

describe('the messages of the wire', () => {
  it('are one per block, and share the id and usage of their message', () => {
    const said = (index: number, text: string): AgentEvent => ({
      type: 'block',
      uuid: 'u',
      index,
      block: { type: 'text', text },
    });
    const [first, second] = frames(framer(), began, said(0, 'a'), said(1, 'b'));
    const usage = { input_tokens: 7, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 3 };
    expect(first).toMatchObject({ type: 'assistant', uuid: 'u', message: { id: 'msg_1', stop_reason: null, usage } });
    expect(second).toMatchObject({ message: { id: 'msg_1', content: [{ type: 'text', text: 'b' }], usage } });
    expect(second?.uuid).not.toBe('u');
  });

  it('show the text that an interrupt cut off, marked as aborted (LOOP-16)', () => {
    const interrupted = ended({ outcome: 'interrupted', error: { code: 'RUN_INTERRUPTED', message: 'It was interrupted.' } });
    const shown = frames(framer(), began, { type: 'text', text: 'Half a sen' }, interrupted);
    expect(shown).toMatchObject([
      { type: 'assistant', aborted: true, message: { content: [{ type: 'text', text: 'Half a sen' }] } },
      { type: 'user', message: { content: [{ type: 'text', text: INTERRUPTED }] } },
      { subtype: 'error_during_execution', terminal_reason: 'aborted_streaming', errors: ['It was interrupted.'] },
    ]);
  });

  it('report retries with the status of the first response (RETRY-03)', () => {
    const retry: AgentEvent = { type: 'retry', attempt: 1, delayMs: 499.6, reason: '529 overloaded_error', status: 529 };
    expect(frames(framer(), retry)).toEqual([
      {
        type: 'system',
        subtype: 'api_retry',
        attempt: 1,
        max_retries: expect.any(Number),
        retry_delay_ms: 500,
        error_status: 529,
        error: 'overloaded',
      },
    ]);
  });

  it('report a summary, a changed mode, and notes for people', () => {
    const mode = { type: 'setMode', mode: 'plan', destination: 'session' } as const;
    expect(
      frames(
        framer(),
        { type: 'request', id: 1, purpose: 'summary', model: 'm', messages: 1, tools: 0 },
        { type: 'compact', trigger: 'auto', preTokens: 9, how: 'summarised' },
        { type: 'permissions', updates: [mode], mode: 'plan' },
        { type: 'notice', message: 'Mind this.' },
      ),
    ).toMatchObject([
      { subtype: 'init' },
      { subtype: 'status', status: 'compacting' },
      { subtype: 'compact_boundary', compact_metadata: { trigger: 'auto', pre_tokens: 9 } },
      { subtype: 'status', status: null },
      { subtype: 'status', permissionMode: 'plan' },
      { subtype: 'informational', content: 'Mind this.' },
    ]);
  });

  it('report a request to the model if partial messages are requested (LOOP-21)', () => {
    const request: AgentEvent = { type: 'request', id: 1, purpose: 'turn', model: 'm', messages: 1, tools: 0 };
    const beside: AgentEvent = { ...request, id: 2, purpose: 'small' };
    const requesting = { type: 'system', subtype: 'status', status: 'requesting' };
    const one = framer({ includePartialMessages: true });
    expect(frames(one, request, beside)).toEqual([{ type: 'system', subtype: 'init' }, requesting]);
    expect(frames(one, request)).toEqual([requesting]);
    expect(frames(framer(), request)).toEqual([]);
  });

  it('hold back the end of a block until its message was sent, and skip keep-alive events (LOOP-21)', () => {
    const raw = (type: string): AgentEvent => ({ type: 'raw', event: { type, index: 0 } });
    const block: AgentEvent = { type: 'block', uuid: 'u', index: 0, block: { type: 'text', text: 'a' } };
    const one = framer({ includePartialMessages: true });
    const told = frames(one, raw('ping'), raw('content_block_start'), raw('content_block_stop'), block, raw('message_stop'));
    const events = told.map((frame) => (frame as { event?: { type: string } }).event?.type ?? frame.type);
    expect(events).toEqual(['content_block_start', 'assistant', 'content_block_stop', 'message_stop']);
    // The end of an empty block is sent together with the next event.
    expect(frames(one, raw('content_block_stop'), raw('message_stop'))).toHaveLength(2);
  });

  it('begin a turn whose prompt a hook blocked like every other turn (HOOK-27)', () => {
    const error = { code: 'PROMPT_BLOCKED', message: 'No.' };
    expect(frames(framer(), ended({ outcome: 'blocked', error }))).toMatchObject([
      { subtype: 'init' },
      { subtype: 'informational' },
      { type: 'result', num_turns: expect.any(Number) },
    ]);
  });

  it('report the progress of a long call, and nothing for a short one (CTRL-15)', () => {
    let now = 0;
    const one = framer({ now: () => now });
    const progress: AgentEvent = { type: 'tool_progress', id: 't1', name: 'Bash', message: 'half' };
    expect(frames(one, { type: 'tool_call', id: 't1', name: 'Bash', input: {} }, progress)).toEqual([]);
    now = 2_600;
    expect(frames(one, progress)).toMatchObject([
      { type: 'tool_progress', tool_use_id: 't1', elapsed_time_seconds: 3, message: 'half' },
    ]);
  });

  it.each(['person', 'hook'] as const)('do not report a call that a %s denied', (deniedBy) => {
    const call = settled({ outcome: 'denied', name: 'Bash', deniedBy });
    expect(frames(framer(), { type: 'tool_result', id: 't1', name: 'Bash', call })).toEqual([]);
  });

  it.each([
    [
      'error_max_turns',
      { limit: 'turns', value: 2 },
      'The limit of 2 turns is used up.',
      'Reached maximum number of turns (2). The limit of 2 turns is used up.',
    ],
    [
      'error_limit',
      { limit: 'US dollars', value: 0.5 },
      'The limit of 0.5 US dollars is used up.',
      'Reached maximum budget ($0.5). The limit of 0.5 US dollars is used up.',
    ],
  ] as const)('begin %s with the text that programs search for (LOOP-32)', (outcome, values, message, told) => {
    const last = frames(framer(), ended({ outcome, error: { code: 'LIMIT_REACHED', message, values } })).at(-1);
    expect(last).toMatchObject({ errors: [told] });
  });

  it('report denials at once and in the result (PERM-18)', () => {
    const denied = settled({ outcome: 'denied', name: 'Bash' });
    const denial = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'x' }, reason: 'no' };
    const shown = frames(framer(), { type: 'tool_result', id: 't1', name: 'Bash', call: denied }, ended({ denials: [denial] }));
    expect(shown).toMatchObject([
      { subtype: 'permission_denied', tool_use_id: 't1' },
      { permission_denials: [{ tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'x' } }] },
    ]);
  });

  it('never contain more of a result than readers of lines accept (CTRL-01)', () => {
    const call = settled({ result: { ...settled().result, structuredContent: { stdout: 'x'.repeat(3_000_000) } } });
    const reply: AgentEvent = { type: 'reply', uuid: 'r', message: { role: 'user', content: [call.block as never] } };
    const [frame] = frames(framer(), { type: 'tool_result', id: 't1', name: 'Read', call }, reply);
    expect(JSON.stringify(frame).length).toBeLessThan(500_000);
    expect(JSON.stringify(frame)).toContain('more characters');
  });

  it('report an unknown price instead of a zero cost (COST-02)', () => {
    const models = { m: { usage: { input_tokens: 1, output_tokens: 1 }, costUsd: null } };
    const [notice, last] = frames(framer(), ended({ costUsd: null, models }));
    expect(notice).toMatchObject({ subtype: 'informational', content: expect.stringContaining('not known') });
    expect(last).toMatchObject({ total_cost_usd: 0, modelUsage: { m: { costUSD: 0, costBasis: 'unknown' } } });
  });

  it.each([
    ['success', 'success', 'completed', false],
    ['error_max_turns', 'error_max_turns', 'max_turns', true],
    ['error_limit', 'error_during_execution', 'budget_exhausted', true],
    ['error_max_structured_output_retries', 'error_max_structured_output_retries', 'structured_output_retry_exhausted', true],
    ['error_model', 'success', 'api_error', true],
    ['error_during_execution', 'error_during_execution', 'model_error', true],
    ['stopped', 'success', 'hook_stopped', false],
    ['deferred', 'success', 'tool_deferred', false],
  ] as const)('report a run that ends with %s as %s, %s (LOOP-32)', (outcome, subtype, terminal_reason, is_error) => {
    const error = { code: 'X', message: 'Why.' };
    const last = frames(framer(), ended({ outcome, error })).at(-1);
    expect(last).toMatchObject({ subtype, terminal_reason, is_error });
    if (subtype !== 'success') expect(last).toMatchObject({ errors: ['Why.'] });
  });

  it('report a blocked prompt as a success without a terminal reason, with what became of it (W5)', () => {
    const [, told, last] = frames(framer(), ended({ outcome: 'blocked', error: { code: 'X', message: 'Why.' } }));
    const outcome = { kind: 'blocked_by_hook', prompt_kept: false, reason: 'Why.' };
    expect(told).toMatchObject({ subtype: 'informational', prevent_continuation: true, prompt_submit_outcome: outcome });
    expect(last).toMatchObject({ subtype: 'success', is_error: false, result: 'Why.' });
    expect(last).not.toHaveProperty('terminal_reason');
  });

  it('name the status and the type of a failure of the API (W12)', () => {
    const values = { status: 400, type: 'invalid_request_error' };
    const error = { code: 'MODEL_REQUEST_INVALID', message: 'It said: 400 invalid_request_error: no', values };
    const [told, last] = frames(framer(), ended({ outcome: 'error_model', error }));
    const named = { api_error_status: 400, api_error_type: 'invalid_request_error' };
    expect(told).toMatchObject({ type: 'assistant', is_api_error_message: true, ...named });
    expect(last).toMatchObject(named);
  });

  it('add what each model used since the result before (W5)', () => {
    const used = (tokens: number) => ({ usage: { input_tokens: tokens, output_tokens: 1 }, costUsd: tokens });
    const told = frames(framer(), ended({ models: { a: used(1), b: used(2) } }), ended({ models: { a: used(1), b: used(5) } }));
    const since = told.map((frame) => frame.model_usage_since_last_result).filter((one) => one !== undefined);
    expect(since).toMatchObject([{ a: { inputTokens: 1 }, b: { inputTokens: 2 } }, { b: { inputTokens: 3, costUSD: 3 } }]);
  });
});

describe('the messages of an agent under the conversation (AGENT-12)', () => {
  const under = (event: Extract<AgentEvent, { type: 'subagent' }>['event']): AgentEvent => ({
    type: 'subagent',
    path: ['agent_1'],
    toolUseId: 'toolu_a',
    event,
  });
  const init = { sessionId: 'a', transcript: '', agent: 'helper', model: { id: 'm', provider: 'p' }, cwd: '/', tools: [] };
  const start = under({ type: 'init', init: { ...init, permissionMode: 'default', source: 'startup' } });
  const message = under({
    type: 'message',
    uuid: 'u',
    id: 'msg',
    model: 'm',
    message: {
      role: 'assistant',
      content: [
        { type: 'text', text: 'hm' },
        { type: 'tool_use', id: 't', name: 'Read', input: {} },
      ],
    },
    stopReason: 'tool_use',
    usage: { input_tokens: 5, output_tokens: 2 },
  });

  it('carry the call that started it, and end with its outcome', () => {
    const shown = frames(framer(), start, message, under({ type: 'result', result: result() }));
    expect(shown).toMatchObject([
      { subtype: 'task_started', task_id: 'agent_1', tool_use_id: 'toolu_a', task_type: 'local_agent', subagent_type: 'helper' },
      { subtype: 'task_progress', usage: { total_tokens: 7, tool_uses: 1 }, last_tool_name: 'Read' },
      { type: 'assistant', parent_tool_use_id: 'toolu_a', agent_id: 'agent_1', message: { content: [{ type: 'tool_use' }] } },
      { subtype: 'task_updated', patch: { status: 'completed', end_time: expect.any(Number) } },
      { subtype: 'task_notification', status: 'completed', summary: 'Done.' },
    ]);
  });

  it('contain its texts too if requested', () => {
    const shown = frames(framer({ forwardSubagentText: true }), start, message);
    expect(shown.filter(({ type }) => type === 'assistant')).toHaveLength(2);
  });
});
