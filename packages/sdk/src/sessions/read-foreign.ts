import { type Block, isToolUse, type Message, type ToolResultBlock } from '@loadout/core/model';
import { thisSystem } from '@loadout/node/platform';
import type { SessionHeader, SessionRecord } from '@loadout/sessions';
import type { SessionStoreEntry } from '../types/sessions.js';
import { lineUuids } from './block-uuid.js';
import { blocksOf, type Entry, isLinked, queuedPrompt } from './entry.js';
import { tips, type WriterContext } from './line-note.js';
import { mainLine } from './main-line.js';
import { assistantRecord, noteOf, recordOf } from './read-own.js';

type MessageRecord = Extract<SessionRecord, { t: 'message' }>;

export interface ForeignContext extends WriterContext {
  readonly artifactDir: string;
}

/** Reads a file that any engine may have written. Returns a header and the messages of the current conversation. */
export function readForeign(entries: readonly SessionStoreEntry[], context: ForeignContext): readonly SessionRecord[] {
  const linked = entries.filter(isLinked);
  const line = mainLine(linked, { isSide: context.agentId !== undefined });
  const messages = answered(messageRecords(line));
  const own = entries.flatMap((entry) => (entry.type === 'loadout' ? (recordOf(entry.record) ?? []) : []));
  const kept = own.filter(({ t }) => t === 'permissions' || t === 'cwd' || t === 'surroundings');
  return [headerOf(entries, { own, linked, context }), ...kept, ...messages, ...lastCalls(messages, own)];
}

function headerOf(
  entries: readonly SessionStoreEntry[],
  { own, linked, context }: { own: readonly SessionRecord[]; linked: readonly Entry[]; context: ForeignContext },
): SessionHeader {
  const { sessionId, agentId, artifactDir } = context;
  const id = agentId ?? sessionId;
  const noted =
    own.find(({ t }) => t === 'session') ?? linked.map((entry) => noteOf(entry)?.header).find((one) => one !== undefined);
  if (noted?.t === 'session') return noted.id === id ? noted : { ...noted, id, forkedFrom: noted.id };
  const relocated = entries.findLast((entry) => entry.type === 'relocated')?.relocatedCwd;
  const cwd = [relocated, linked.at(-1)?.cwd].find((one) => typeof one === 'string') ?? process.cwd();
  const startedAt = linked.find((entry) => typeof entry.timestamp === 'string')?.timestamp ?? new Date(0).toISOString();
  const environment = `Working directory: ${cwd}\nPlatform: ${thisSystem}\nDate: ${startedAt.slice(0, 10)}`;
  return { t: 'session', version: 1, id, agent: 'main', cwd: String(cwd), startedAt, environment, artifactDir };
}

function messageRecords(line: readonly Entry[]): readonly MessageRecord[] {
  const records: MessageRecord[] = [];
  let group: Entry[] = [];
  const close = () => {
    const last = group.at(-1);
    if (last !== undefined) {
      const record = reached(assistantRecord(group), last);
      lineUuids.set(
        record,
        group.map((entry) => entry.uuid),
      );
      records.push(record);
    }
    group = [];
  };
  for (const entry of line) {
    if (entry.type === 'assistant' && !isUnsent(entry)) {
      if (group.at(-1)?.message?.id !== entry.message?.id) close();
      group.push(entry);
      continue;
    }
    const content = userContent(entry);
    if (content.length === 0) continue;
    close();
    const uuid = queuedPrompt(entry)?.uuid ?? entry.uuid;
    records.push(reached({ t: 'message', message: { role: 'user', content }, uuid }, entry));
  }
  close();
  return records;
}

function reached(record: MessageRecord, last: Entry): MessageRecord {
  tips.set(record, last.uuid);
  return record;
}

/** Whether an entry was only shown to a person, and never part of a request. */
const isUnsent = (entry: Entry): boolean => entry.isApiErrorMessage === true || entry.isVirtual === true;

function userContent(entry: Entry): readonly Block[] {
  if (isUnsent(entry)) return [];
  if (entry.type === 'user') return blocksOf(entry.message) as readonly Block[];
  return blocksOf({ content: queuedPrompt(entry)?.prompt }) as readonly Block[];
}

/**
 * Completes a conversation that may have been broken off anywhere, so that a model accepts it: each call has one answer directly
 * after it.
 */
function answered(records: readonly MessageRecord[]): readonly MessageRecord[] {
  const kept: MessageRecord[] = [];
  let open = new Map<string, ToolResultBlock>();
  const answerOpen = () => {
    const content = [...open.values()];
    if (content.length > 0) kept.push({ t: 'message', message: { role: 'user', content } });
    open = new Map();
  };
  for (const record of records) {
    const content = record.message.content.filter((block) => !isResult(block) || open.delete(block.tool_use_id));
    const isReply = content.some(isResult);
    if (record.message.role === 'assistant' || !isReply) answerOpen();
    if (content.length === 0 || (kept.length === 0 && record.message.role === 'assistant')) continue;
    const results = content.filter(isResult);
    kept.push(withContent(record, [...results, ...content.filter((block) => !isResult(block))]));
    for (const { id } of record.message.role === 'assistant' ? content.filter(isToolUse) : []) open.set(id, unanswered(id));
  }
  // If some calls of the last message are answered, the others will not run, because the conversation continues after the
  // answers.
  if (kept.at(-1)?.message.role === 'user') answerOpen();
  return kept;
}

function withContent(record: MessageRecord, content: readonly Block[]): MessageRecord {
  const changed: MessageRecord = { ...record, message: { ...record.message, content } };
  const [tip, lines] = [tips.get(record), lineUuids.get(record)];
  if (tip !== undefined) tips.set(changed, tip);
  if (lines !== undefined) lineUuids.set(changed, lines);
  return changed;
}

const isResult = (block: Block): block is ToolResultBlock => block.type === 'tool_result';

const unanswered = (id: string): ToolResultBlock => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'The session was broken off during this call; it may have taken effect.',
  is_error: true,
});

const ABOUT_CALLS: ReadonlySet<SessionRecord['t']> = new Set(['started', 'deferred', 'ended']);

/** The calls of a last message may have run. A call that is not known to have ended is not repeated. */
function lastCalls(messages: readonly MessageRecord[], own: readonly SessionRecord[]): readonly SessionRecord[] {
  const last: Message | undefined = messages.at(-1)?.message;
  if (last?.role !== 'assistant') return [];
  return last.content.filter(isToolUse).flatMap(({ id, name }): SessionRecord[] => {
    const known = own.filter((record) => ABOUT_CALLS.has(record.t) && 'id' in record && record.id === id);
    return known.length > 0 ? known : [{ t: 'started', id, name, repeatable: false }];
  });
}
