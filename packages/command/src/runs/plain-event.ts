import type { SettledCall } from '@loadout/core/run';
import type { AgentEvent } from '@loadout/runner';

/** An event for a program. An ended call loses the data that only the loop needs. */
export function plainEvent(event: AgentEvent): unknown {
  if (event.type === 'subagent') return { ...event, event: plainEvent(event.event) };
  return event.type === 'tool_result' ? { ...event, call: undefined, ...trimmed(event.call) } : event;
}

function trimmed({ outcome, result, durationMs, code, stop }: SettledCall) {
  const { content, isError, structuredContent } = result;
  return { outcome, isError, content, structuredContent, durationMs, code, stop };
}
