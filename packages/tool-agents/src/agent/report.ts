import type { SubagentResult, ToolOutput } from '@loadout/core';

/** Builds the report about an ended agent for the agent that started it. Source: TOOL-AGENT-07, AGENT-13. */
export function report(
  result: SubagentResult,
  { type, prompt, more = [] }: { readonly type: string; readonly prompt: string; readonly more?: readonly string[] },
): Exclude<ToolOutput, string> {
  const text = result.text.trim();
  const parts = [bodyOf(result, text), ...more, lineOf(result)];
  return {
    content: parts.join('\n\n'),
    isError: isFailure(result) && text === '',
    structuredContent: {
      status: 'completed',
      agentId: result.agentId,
      agentType: type,
      prompt,
      content: [{ type: 'text', text }],
      totalToolUseCount: result.toolCalls,
      totalDurationMs: result.durationMs,
      totalTokens: result.tokens,
      usage: result.usage,
      outcome: result.outcome,
    },
  };
}

const isFailure = ({ outcome }: SubagentResult) => outcome !== 'success';

function bodyOf(result: SubagentResult, text: string): string {
  if (!isFailure(result)) return text === '' ? '(Subagent completed with no text output)' : text;
  const why = result.error ?? result.outcome;
  return text === '' ? `The agent was terminated early: ${why}` : `${text}\n\n(It did not finish: ${why})`;
}

const lineOf = ({ agentId, turns, toolCalls, tokens, durationMs }: SubagentResult) =>
  `agentId: ${agentId} (for resume) · ${turns} turns, ${toolCalls} tool calls, ${tokens} tokens, ${(durationMs / 1000).toFixed(1)} s`;
