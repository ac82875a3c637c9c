import { isToolUse, type ToolResultBlock } from '@loadout/core/model';
import type { SettledCall } from '@loadout/core/run';
import type { AgentEvent } from '@loadout/runner';
import type { SessionHeader, SessionRecord } from '@loadout/sessions';
import { settledCall, spoken } from './trace-events.js';

/** A session as the events of its runs. Calls of sessions from before times were recorded take no time. */
export const sessionEvents = (records: readonly SessionRecord[], of: { readonly path: string }): readonly AgentEvent[] =>
  new SessionEvents(of).next(records);

/** The events of a session whose records come in pieces. */
export class SessionEvents {
  readonly #path: string;
  readonly #calls: Calls = new Map();
  #hasBegun = false;

  constructor({ path }: { readonly path: string }) {
    this.#path = path;
  }

  /** Returns the events of the next records. */
  next(records: readonly SessionRecord[]): readonly AgentEvent[] {
    const [header] = records;
    const isFirst = !this.#hasBegun && header?.t === 'session';
    this.#hasBegun ||= isFirst;
    if (!this.#hasBegun) return [];
    const model = records.find((record) => record.t === 'message' && record.model !== undefined);
    const modelId = model?.t === 'message' ? (model.model ?? '') : '';
    const first = isFirst ? [init(header, { path: this.#path, model: modelId })] : [];
    return [...first, ...records.flatMap((record) => eventsOf(record, this.#calls))];
  }
}

function init(header: SessionHeader, { path, model }: { readonly path: string; readonly model: string }): AgentEvent {
  const { id: sessionId, agent, cwd } = header;
  return {
    type: 'init',
    init: {
      sessionId,
      transcript: path,
      agent,
      cwd,
      tools: [],
      model: { id: model || 'unknown', provider: 'recorded' },
      permissionMode: 'default',
      source: 'startup',
    },
  };
}

type Calls = Map<string, { readonly name: string; readonly input: unknown }>;

function eventsOf(record: SessionRecord, calls: Calls): readonly AgentEvent[] {
  switch (record.t) {
    case 'message':
      return messageEvents(record, calls);
    case 'started':
      return permitted(record);
    case 'ended': {
      const { name, input } = calls.get(record.id) ?? { name: 'unknown', input: {} };
      const isError = record.block.is_error === true;
      const outcome = record.outcome as SettledCall['outcome'];
      const ended = {
        id: record.id,
        name,
        input,
        content: textIn(record.block),
        outcome,
        isError,
        durationMs: record.durationMs ?? 0,
      };
      return [{ type: 'tool_result', id: record.id, name, call: settledCall(ended) }];
    }
    case 'compact':
      return [{ type: 'compact', trigger: record.trigger, preTokens: record.preTokens, how: 'summarised' }];
    case 'cut':
      return [{ type: 'notice', message: `What came after the message ${record.uuid} was taken back.` }];
    case 'end':
      return [{ type: 'result', result: record.result }];
    default:
      return [];
  }
}

/** The event of a call that was allowed; none for a session from before decisions were recorded. */
function permitted({ id, name, decision }: Extract<SessionRecord, { t: 'started' }>): readonly AgentEvent[] {
  if (decision === undefined) return [];
  const { reason = '', rule, position, by } = decision;
  const decider = by === 'hook' || by === 'person' ? { by } : {};
  return [{ type: 'permitted', id, name, reason, ...(rule === undefined ? {} : { rule, position }), ...decider }];
}

function messageEvents(
  { message, uuid = '', apiId = '', model = '', stopReason, usage }: Extract<SessionRecord, { t: 'message' }>,
  calls: Calls,
): readonly AgentEvent[] {
  if (message.role === 'user') return [{ type: 'prompt', uuid, message }];
  for (const { id, name, input } of message.content.filter(isToolUse)) calls.set(id, { name, input });
  const told = { uuid, id: apiId, model, message, stopReason: stopReason ?? 'end_turn' };
  return [...spoken(message), { type: 'message', ...told, usage }];
}

const textIn = ({ content }: ToolResultBlock): string =>
  typeof content === 'string' ? content : content.map((block) => (isTextBlock(block) ? block.text : '[attachment]')).join('\n');

const isTextBlock = (block: unknown): block is { readonly text: string } =>
  typeof block === 'object' && block !== null && 'text' in block && typeof block.text === 'string';
