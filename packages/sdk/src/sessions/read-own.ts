import { isObject } from '@loadout/core';
import { type Block, MESSAGES_API, type Origin, type StopReason, type ToolResultBlock, type Usage } from '@loadout/core/model';
import type { SessionRecord } from '@loadout/sessions';
import type { SessionStoreEntry } from '../types/sessions.js';
import { ClaudeWriter } from './claude-writer.js';
import { blocksOf, type Entry, isLinked } from './entry.js';
import { type LineNote, UNNAMED_MODEL, type WriterContext } from './line-note.js';

/**
 * The records of a file that only this package wrote, exactly as written. `undefined` if another program wrote to the file,
 * copied it with new uuids, or left out lines; `readForeign` can read such a file.
 */
export function readOwn(entries: readonly SessionStoreEntry[], context: WriterContext): readonly SessionRecord[] | undefined {
  const own = new OwnReader();
  for (const entry of entries) if (!own.take(entry)) return undefined;
  own.dropUnfinished();
  if (own.records[0]?.t !== 'session') return undefined;
  return isWrittenFrom(own.records, { lines: own.lines, context }) ? own.records : undefined;
}

class OwnReader {
  readonly records: SessionRecord[] = [];
  /** The lines that represent a record. */
  readonly lines: Entry[] = [];
  #group: Entry[] = [];
  #wanted = 0;

  /** Reads one line. Returns `false` if this package did not write the line. */
  take(entry: SessionStoreEntry): boolean {
    const record = recordOf(entry.type === 'loadout' ? entry.record : entry.loadout);
    if (entry.type === 'loadout') return record !== undefined && this.#record(record);
    if (!isLinked(entry)) return true;
    if (entry.type === 'system') {
      this.#line(entry);
      return record !== undefined && this.#record(record);
    }
    const note = noteOf(entry);
    if (note === undefined) return false;
    if (note.t === 'compacted' || note.t === 'told') this.#line(entry);
    else if (note.t === 'notes') this.#notes(entry);
    else if (entry.type === 'user') this.#user(entry, note);
    else this.#assistant(entry, note);
    return true;
  }

  /** Drops a message with missing lines. Its process was killed while writing, so the message does not count. */
  dropUnfinished(): void {
    this.#group = [];
  }

  #line(entry: Entry): void {
    this.dropUnfinished();
    this.lines.push(entry);
  }

  #record(record: SessionRecord): true {
    this.dropUnfinished();
    this.records.push(record);
    return true;
  }

  #user(entry: Entry, note: LineNote): void {
    if (note.t !== 'message') {
      if (this.#collect(entry, note)) this.records.push(resultsRecord(this.#takeGroup()));
      return;
    }
    this.#line(entry);
    const content = blocksOf(entry.message) as readonly Block[];
    const isText = typeof entry.message?.content === 'string' ? { isText: true } : {};
    this.records.push({ t: 'message', message: { role: 'user', content }, uuid: entry.uuid, ...isText });
  }

  /** Puts the notes of the engine back behind their prompt. */
  #notes(entry: Entry): void {
    this.#line(entry);
    const prompt = this.records.pop();
    if (prompt?.t !== 'message') return;
    const content = [...prompt.message.content, ...(blocksOf(entry.message) as readonly Block[])];
    this.records.push({ ...prompt, message: { role: 'user', content } });
  }

  #assistant(entry: Entry, note: LineNote): void {
    if (this.#collect(entry, note)) this.records.push(assistantRecord(this.#takeGroup()));
  }

  /** Returns whether the lines that belong together are all in. */
  #collect(entry: Entry, note: LineNote): boolean {
    if (note.t === 'block' && this.#group.length === 0) return false;
    if (note.t !== 'block') {
      this.#group = [];
      this.#wanted = note.blocks ?? 1;
    }
    this.#group.push(entry);
    return this.#group.length >= this.#wanted;
  }

  #takeGroup(): readonly Entry[] {
    const group = this.#group;
    this.lines.push(...group);
    this.#group = [];
    return group;
  }
}

function resultsRecord(lines: readonly Entry[]): SessionRecord {
  const blocks = lines.flatMap((line) => blocksOf(line.message)) as unknown as readonly ToolResultBlock[];
  return { t: 'results', ids: blocks.map((block) => block.tool_use_id), uuid: lines[0]?.uuid };
}

/** The message of these lines, each of which contains some of its blocks. */
export function assistantRecord(lines: readonly Entry[]): Extract<SessionRecord, { t: 'message' }> {
  const [first] = lines;
  const { id, model, stop_reason, usage } = lines.at(-1)?.message ?? {};
  const content = lines.flatMap((line) => blocksOf(line.message)) as readonly Block[];
  return {
    t: 'message',
    message: { role: 'assistant', content, ...makerOf(first, model) },
    ...(first === undefined ? {} : { uuid: first.uuid }),
    ...(typeof first?.requestId === 'string' ? { requestId: first.requestId } : {}),
    ...(id === undefined || id === `msg_${first?.uuid}` ? {} : { apiId: id }),
    ...(model === undefined || model === UNNAMED_MODEL ? {} : { model }),
    ...(isObject(usage) ? { usage: usage as unknown as Usage } : {}),
    ...(typeof stop_reason === 'string' ? { stopReason: stop_reason as StopReason } : {}),
  };
}

/** Returns the maker of a message. Other engines of this format ask the Messages API, for the model that the line names. */
function makerOf(first: Entry | undefined, answered: string | undefined): { readonly origin?: Origin } {
  if (isOrigin(first?.maker)) return { origin: first.maker };
  const model = typeof first?.requestedModel === 'string' ? first.requestedModel : answered;
  const isKnown = model !== undefined && model !== UNNAMED_MODEL && noteOf(first ?? ({} as Entry)) === undefined;
  return isKnown ? { origin: { provider: 'anthropic', api: MESSAGES_API, model } } : {};
}

const isOrigin = (value: unknown): value is Origin =>
  isObject(value) && [value.provider, value.api, value.model].every((part) => typeof part === 'string');

/**
 * Writes the records again and compares the chain with that of the file. A difference means that the file does not match its
 * records.
 */
function isWrittenFrom(
  records: readonly SessionRecord[],
  { lines, context }: { readonly lines: readonly Entry[]; readonly context: WriterContext },
): boolean {
  const writer = new ClaudeWriter(context);
  let at = 0;
  for (const record of records) {
    for (const entry of writer.entries(record)) {
      if (!isLinked(entry)) continue;
      const line = lines[at++];
      if (line?.uuid !== entry.uuid || (line.parentUuid ?? null) !== entry.parentUuid) return false;
    }
  }
  return at === lines.length;
}

export const recordOf = (value: unknown): SessionRecord | undefined =>
  isObject(value) && typeof value.t === 'string' ? (value as unknown as SessionRecord) : undefined;

export const noteOf = (entry: Entry): LineNote | undefined =>
  isObject(entry.loadout) && typeof entry.loadout.t === 'string' ? (entry.loadout as unknown as LineNote) : undefined;
