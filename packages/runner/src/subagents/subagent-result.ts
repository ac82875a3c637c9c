import type { SubagentResult } from '@loadout/core';
import { type Message, textOf } from '@loadout/core/model';
import type { RunResult } from '../report/events.js';
import { contextTokens } from '../report/usage.js';

interface Ended {
  readonly result: Omit<RunResult, 'structuredOutput'>;
  /** The messages since the agent got its task. */
  readonly said: readonly Message[];
}

/** Builds the result. An agent that did not finish may have written texts before. Source: AGENT-13. */
export function subagentResult(agentId: string, { result, said }: Ended): SubagentResult {
  const last = said.findLast((message) => message.role === 'assistant' && textOf(message).trim() !== '');
  return {
    agentId,
    outcome: result.outcome,
    text: result.outcome === 'success' || result.text !== '' || last === undefined ? result.text : textOf(last),
    error: result.error?.message,
    turns: result.turns,
    toolCalls: result.toolCalls,
    tokens: contextTokens(result.usage),
    usage: result.usage,
    durationMs: result.durationMs,
  };
}
