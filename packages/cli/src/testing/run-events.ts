import type { SettledCall } from '@loadout/core/run';
import type { AgentEvent, RunResult } from '@loadout/runner';

type OwnEvent = Exclude<AgentEvent, { readonly type: 'subagent' }>;

/** Events as a run sends them. For tests. */
export const initEvent: OwnEvent & { readonly type: 'init' } = {
  type: 'init',
  init: {
    sessionId: 's1',
    transcript: '/state/s1.jsonl',
    agent: 'helper',
    model: { id: 'unscripted', provider: 'script', why: 'anthropic/claude: ANTHROPIC_API_KEY is not set' },
    cwd: '/repo',
    tools: ['Read'],
    permissionMode: 'default',
    source: 'startup',
  },
};

export function messageEvent(text: string, calls: readonly string[] = []): OwnEvent {
  const uses = calls.map((name, index) => ({ type: 'tool_use', id: `t${index}`, name, input: {} }));
  return {
    type: 'message',
    uuid: 'u1',
    id: 'msg_1',
    model: 'unscripted',
    message: { role: 'assistant', content: [...(text === '' ? [] : [{ type: 'text', text }]), ...uses] },
    stopReason: calls.length > 0 ? 'tool_use' : 'end_turn',
    usage: { input_tokens: 1000, output_tokens: 20 },
  };
}

export function settledCall(parts: Partial<SettledCall> & { readonly content?: string }): SettledCall {
  const { content = 'one\ntwo', ...rest } = parts;
  const isError = rest.outcome !== undefined && rest.outcome !== 'done';
  return {
    id: 't0',
    name: 'Read',
    outcome: 'done',
    result: { toolUseId: 't0', content, typedContent: [{ type: 'text', text: content }], isError },
    block: { type: 'tool_result', tool_use_id: 't0', content },
    input: { file_path: '/repo/README.md' },
    durationMs: 12,
    ...rest,
  };
}

export const toolResult = (call: SettledCall): OwnEvent => ({ type: 'tool_result', id: call.id, name: call.name, call });

export function resultEvent(parts: Partial<RunResult> = {}): OwnEvent & { readonly type: 'result' } {
  return {
    type: 'result',
    result: {
      outcome: 'success',
      sessionId: 's1',
      text: 'Done.',
      turns: 2,
      toolCalls: 1,
      calls: [],
      denials: [],
      spilled: 0,
      usage: { input_tokens: 1234, output_tokens: 210 },
      costUsd: null,
      models: {},
      durationMs: 1200,
      modelMs: 900,
      stopReason: 'end_turn',
      ...parts,
    },
  };
}

/** The event as it comes from a subagent of the started agent. */
export const under = (path: readonly string[], event: OwnEvent, toolUseId?: string): AgentEvent => ({
  type: 'subagent',
  path,
  toolUseId,
  event,
});
