import { messageOf } from '@loadout/core';
import type { AgentEvent } from '../report/events.js';
import { type Limits, traceable } from './traceable.js';

/** Bytes of one line: whoever follows a trace reads line by line. */
const LONGEST = 64 * 1024;
/** Tried one after the other until the line is short enough. */
const LIMITS: readonly Limits[] = [
  { chars: 8_000, items: 200 },
  { chars: 500, items: 50 },
  { chars: 100, items: 5 },
];

/** Pieces of what a later event holds whole. */
const PIECES: ReadonlySet<AgentEvent['type']> = new Set(['text', 'thinking', 'message_start', 'block', 'raw']);

export const isPiece = (event: AgentEvent): boolean => PIECES.has(event.type);

/** One event as a line, or a word in its place where it cannot be written. */
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

/** A call that has ended, without what says the same again for the loop. */
function shown(event: AgentEvent): unknown {
  if (event.type === 'subagent') return { ...event, event: shown(event.event) };
  if (event.type !== 'tool_result') return event;
  const { outcome, code, stop, durationMs, input, result, fault } = event.call;
  const { isError, content, structuredContent } = result;
  return {
    type: event.type,
    id: event.id,
    name: event.name,
    outcome,
    code,
    stop,
    durationMs,
    input,
    isError,
    content,
    structuredContent,
    fault,
  };
}
