import { messageOf, ruleText } from '@loadout/core';
import type { AgentEvent } from '../report/events.js';
import { type Limits, traceable } from './traceable.js';

/** The maximum number of bytes of one line, since readers follow a trace line by line. */
const LONGEST = 64 * 1024;
/** Limits that are tried in turn until the line is short enough. */
const LIMITS: readonly Limits[] = [
  { chars: 8_000, items: 200 },
  { chars: 500, items: 50 },
  { chars: 100, items: 5 },
];

/** Events whose contents a later event repeats. */
const PIECES: ReadonlySet<AgentEvent['type']> = new Set(['text', 'thinking', 'message_start', 'block', 'raw']);

export const isPiece = (event: AgentEvent): boolean => PIECES.has(event.type);

/** Returns one event as a line, or a short replacement if it cannot be written. */
export function traceLine(
  event: AgentEvent,
  { time, redact }: { readonly time: string; readonly redact?: Limits['redact'] },
): string {
  try {
    for (const limits of LIMITS) {
      const whole = JSON.stringify({ time, ...(traceable(shown(event), { ...limits, redact }) as object) });
      const line = redact === undefined ? whole : redact(whole);
      if (Buffer.byteLength(line) <= LONGEST) return line;
    }
    return JSON.stringify({ time, type: event.type, omitted: 'it is too long' });
  } catch (error) {
    return JSON.stringify({ time, type: event.type, omitted: messageOf(error) });
  }
}

/** Returns a result event without the copies that only the loop needs. */
function shown(event: AgentEvent): unknown {
  if (event.type === 'subagent') return { ...event, event: shown(event.event) };
  if (event.type !== 'tool_result') return event;
  const { outcome, code, stop, durationMs, input, result, fault, deniedBy, rule, unasked } = event.call;
  const { isError, content, structuredContent } = result;
  return {
    type: event.type,
    id: event.id,
    name: event.name,
    outcome,
    code,
    deniedBy,
    unasked,
    ...(rule === undefined ? {} : { rule: ruleText(rule), position: rule.position }),
    stop,
    durationMs,
    input,
    isError,
    content,
    structuredContent,
    fault,
  };
}
