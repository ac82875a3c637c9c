import { isLoadoutError, messageOf, type PermissionMode } from '@loadout/core';
import { isToolUse } from '@loadout/core/model';
import type { DecidedCall } from '@loadout/core/run';
import {
  FileStore,
  type RecordedDecision,
  type RecordedSubject,
  type SessionEntry,
  type SessionFolder,
  type SessionRecord,
} from '@loadout/runner';
import type { CallRecord, RecordedCall, UnclearCall } from './recorded-call.js';

interface Found extends CallRecord {
  readonly calls: RecordedCall[];
  readonly unclear: UnclearCall[];
  readonly unread: string[];
  sessions: number;
}

/** Reads the decided calls of all sessions of a folder, and of their subagents. A fork repeats no call. */
export function readRecord(folder: SessionFolder): CallRecord {
  const found: Found = { calls: [], unclear: [], unread: [], sessions: 0 };
  readStore(new FileStore(folder), { found, above: [], seen: new Set() });
  return found;
}

interface Reading {
  readonly found: Found;
  /** The agents above those of the store, the nearest first. */
  readonly above: readonly string[];
  readonly seen: Set<string>;
}

function readStore(store: FileStore, { found, above, seen }: Reading): void {
  for (const place of store.list()) {
    const records = recordsOf(store, place);
    if (typeof records === 'string') found.unread.push(`${place.id}: ${records}`);
    else {
      if (above.length === 0) found.sessions += 1;
      const reader = new SessionReader(place.id, { found, above, seen });
      for (const record of records) reader.take(record);
      readStore(store.under(place), { found, above: reader.agents, seen });
    }
  }
}

function recordsOf(store: FileStore, place: SessionEntry): readonly SessionRecord[] | string {
  try {
    return store.read(place);
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    return messageOf(error);
  }
}

/** Reads the records of one session in their order. */
class SessionReader {
  readonly #id: string;
  readonly #reading: Reading;
  readonly #inputs = new Map<string, { readonly name: string; readonly input: unknown }>();
  #place: Pick<RecordedCall, 'artifactDir' | 'cwd'> = { artifactDir: '', cwd: '' };
  #mode: PermissionMode | undefined;
  agents: readonly string[];

  constructor(id: string, reading: Reading) {
    this.#id = id;
    this.#reading = reading;
    this.agents = reading.above;
  }

  take(record: SessionRecord): void {
    if (record.t === 'session') {
      this.#place = { artifactDir: record.artifactDir, cwd: record.cwd };
      this.agents = [record.agent, ...this.#reading.above];
    } else if (record.t === 'run') this.#mode = record.mode;
    else if (record.t === 'message')
      for (const { id, name, input } of record.message.content.filter(isToolUse)) this.#inputs.set(id, { name, input });
    else if (record.t === 'started') this.#decided(record, record.name, record.decision);
    else if (record.t === 'ended' && record.outcome === 'denied') this.#decided(record, undefined, record.decision);
  }

  #decided(record: Ruled, name: string | undefined, decision: RecordedDecision | undefined): void {
    const { found, seen } = this.#reading;
    const key = `${record.t} ${record.id} ${record.at}`;
    if (seen.has(key)) return;
    seen.add(key);
    const asked = this.#inputs.get(record.id);
    const tool = name ?? asked?.name ?? '';
    const ran = record.t === 'started';
    const { subject, by, rule, spared = [] } = decision ?? {};
    const refused = !ran && (by === 'person' || (by === undefined && rule !== undefined));
    const isHidden = subject !== undefined && JSON.stringify(subject.touches).includes(HIDDEN);
    if (subject === undefined || isHidden) {
      const why = isHidden ? 'a secret is left out of the record' : 'no accesses on record';
      found.unclear.push({ session: this.#id, tool, why, refused });
      return;
    }
    found.calls.push({
      session: this.#id,
      agents: this.agents,
      ...this.#place,
      mode: this.#mode,
      call: callOf(tool, asked?.input, subject),
      answer: answerOf(by, ran),
      ran,
      refused,
      spared,
      at: record.at,
    });
  }
}

type Ruled = Extract<SessionRecord, { t: 'started' | 'ended' }>;

/** The text in place of a secret. The call had other words, so no rule says anything of it. */
const HIDDEN = '[secret]';

function callOf(name: string, input: unknown, subject: RecordedSubject): DecidedCall {
  const {
    touches,
    aliases = [],
    origin = { kind: 'base' as const },
    readOnly = false,
    openWorld = false,
    needsPerson,
    unclear,
  } = subject;
  return {
    tool: { name, aliases, origin, requiresUserInteraction: needsPerson },
    input,
    readOnly,
    openWorld,
    accesses: touches,
    unclear,
  };
}

function answerOf(by: RecordedDecision['by'], ran: boolean): RecordedCall['answer'] {
  if (by === 'nobody') return 'nobody';
  return by === 'person' ? (ran ? 'allowed' : 'denied') : undefined;
}
