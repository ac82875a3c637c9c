import type { ToolResultBlock } from '@loadout/core/model';
import type { RecordBody, SessionRecord } from '@loadout/sessions';
import { denialFacts } from '../build/denial-facts.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Turns the events of a trace, or of `--output stream-json`, into the records of a session, so that one builder serves both. An
 * event that a session does not record is left out.
 */
export function eventRecords(event: Fields): readonly SessionRecord[] {
  const at = typeof event.time === 'string' ? Date.parse(event.time) : undefined;
  const times = at === undefined || Number.isNaN(at) ? {} : { at };
  return bodiesOf(event, at).map((body) => ({ ...body, ...times }) as SessionRecord);
}

function bodiesOf(event: Fields, at: number | undefined): readonly RecordBody[] {
  switch (event.type) {
    case 'init':
      return headerOf(event.init as Fields, at);
    case 'prompt':
    case 'message':
      return [{ ...event, t: 'message' } as unknown as RecordBody];
    case 'permitted': {
      const { id, name, reason, rule, position, by } = event;
      return [{ t: 'started', id, name, repeatable: false, decision: { reason, rule, position, by } } as RecordBody];
    }
    case 'hook':
      return event.toolUseId === undefined || event.outcome === 'no opinion' ? [] : [hookOf(event)];
    case 'tool_result':
      return [endOf(event)];
    case 'reply':
      return replyOf(event.message as { readonly content?: readonly Fields[] } | undefined, event);
    case 'compact':
      return [{ t: 'compact', trigger: event.trigger, preTokens: event.preTokens, messages: [] } as RecordBody];
    case 'result':
      return [{ t: 'end', result: event.result } as RecordBody];
    default:
      return [];
  }
}

function headerOf(init: Fields | undefined, at: number | undefined): readonly RecordBody[] {
  if (init === undefined) return [];
  const { sessionId: id, agent, cwd, model, permissionMode: mode } = init;
  const startedAt = at === undefined ? '' : new Date(at).toISOString();
  const header = { t: 'session', version: 1, id, agent, cwd, startedAt, environment: '', artifactDir: '' };
  return [header, { t: 'run', model, mode, rules: [] }] as unknown as readonly RecordBody[];
}

const hookOf = ({ toolUseId, event, name, outcome, durationMs, position }: Fields): RecordBody =>
  ({ t: 'hook', id: toolUseId, event, name, outcome, durationMs, position }) as RecordBody;

/** A trace has the fields of an ended call in the line, and stream-json below `call`. */
function endOf(event: Fields): RecordBody {
  const call = (event.call ?? event) as Fields;
  const result = (call.result ?? call) as Fields;
  const content = typeof result.content === 'string' ? result.content : '';
  const block = { type: 'tool_result', tool_use_id: String(event.id), content, is_error: result.isError === true };
  const { outcome, durationMs, code } = call;
  const decision = outcome === 'denied' ? { decision: denialFacts(call, content) } : {};
  return { t: 'ended', id: event.id, outcome, durationMs, code, block: block as ToolResultBlock, ...decision } as RecordBody;
}

function replyOf(message: { readonly content?: readonly Fields[] } | undefined, event: Fields): readonly RecordBody[] {
  const results = message?.content?.filter(({ type }) => type === 'tool_result') ?? [];
  if (results.length > 0) return [{ t: 'results', ids: results.map((block) => String(block.tool_use_id)) }];
  return message === undefined ? [] : [{ t: 'message', message, uuid: event.uuid } as unknown as RecordBody];
}
