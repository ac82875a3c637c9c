import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf } from '@loadout/core';
import { ruleText } from '@loadout/core/run';
import { makeSessionFolder } from '@loadout/sessions';
import type { AgentEvent } from '../report/events.js';
import { redactor } from '../secrets/redact.js';
import type { OpenSession } from '../session/session.js';
import type { AgentSpec } from '../spec/agent-spec.js';

/**
 * Passes events on and adds each to the trace of the session, if one is configured. A failure to write is reported once and stops
 * nothing. Source: TRACE-01.
 */
export function traced(
  { trace, secrets }: Pick<AgentSpec, 'trace' | 'secrets'>,
  session: Pick<OpenSession, 'id' | 'header'>,
  emit: (event: AgentEvent) => void,
): (event: AgentEvent) => void {
  if (trace === undefined) return emit;
  const path = join(trace === true ? session.header.artifactDir : join(trace, session.id), 'trace.jsonl');
  const redact = redactor(secrets);
  let [isMade, isLost] = [false, false];
  // The file is open only during a write, so nobody has to close it.
  const add = (line: string): string | undefined => {
    if (isLost) return undefined;
    try {
      if (!isMade) makeSessionFolder(dirname(path));
      isMade = true;
      appendFileSync(path, `${line}\n`, { mode: 0o600 });
      return undefined;
    } catch (error) {
      isLost = true;
      return messageOf(error);
    }
  };
  return (event) => {
    const problem = isPiece(event) ? undefined : add(traceLine(event, { time: new Date().toISOString(), redact }));
    const tell = () => emit({ type: 'notice', message: `The trace ${path} ends here: it cannot be written (${problem}).` });
    const isLast = event.type === 'result';
    // Readers expect `init` as the first event and `result` as the last.
    if (problem !== undefined && isLast) tell();
    emit(event);
    if (problem !== undefined && !isLast) tell();
  };
}

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

/** Names of secret fields, whatever their value: `apiKey`, `x-api-key`, `access_token`, `Set-Cookie`. */
const SECRET_FIELD = /(?:authorization|apikey|token|password|passwd|passphrase|secret|privatekey|cookie|credentials?)$/;
const HIDDEN = '[secret]';

interface Limits {
  /** The longest text, and the size of a list or map, beyond which it is cut. */
  readonly chars: number;
  readonly items: number;
  /** Applied to a text before it is cut, so that no half of a secret is left. */
  readonly redact?: ((text: string) => string) | undefined;
}

/**
 * Returns the part of a value that a trace may hold: no field with a secret's name, and no more than the limits permit. Source:
 * TRACE-01.
 */
export function traceable(value: unknown, limits: Limits): unknown {
  if (typeof value === 'string') return clipped(value, limits);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return { name: value.name, message: clipped(value.message, limits) };
  if (Array.isArray(value)) {
    const items = value.slice(0, limits.items).map((item) => traceable(item, limits));
    return items.length === value.length ? items : [...items, `[${value.length - items.length} more]`];
  }
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  const entries = Object.entries(value);
  const kept = entries.slice(0, limits.items).map(([key, item]) => [key, isHidden(key, item) ? HIDDEN : traceable(item, limits)]);
  return Object.fromEntries(kept.length === entries.length ? kept : [...kept, ['…', `${entries.length - kept.length} more`]]);
}

const isHidden = (key: string, value: unknown) =>
  value !== null &&
  value !== undefined &&
  typeof value !== 'boolean' &&
  SECRET_FIELD.test(key.replace(/[\W_]/g, '').toLowerCase());

function clipped(given: string, { chars, redact }: Limits): string {
  const text = redact === undefined ? given : redact(given);
  return text.length <= chars ? text : `${text.slice(0, chars)}[${text.length - chars} more characters]`;
}
