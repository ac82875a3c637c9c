import type { Access, PermissionMode } from '@loadout/core';
import { isToolUse } from '@loadout/core/model';
import type { DecidedCall } from '@loadout/core/run';
import type { RecordedDecision, RecordedSubject, SessionFolder, SessionRecord } from '@loadout/sessions';
import { eachSession, type ReadSession } from './each-session.js';
import { type CallRecord, NOWHERE, type RecordedCall, type UnclearCall } from './recorded-call.js';

interface Found extends CallRecord {
  readonly calls: RecordedCall[];
  readonly unclear: UnclearCall[];
  readonly unread: string[];
}

/** Reads the decided calls of all sessions of a folder, and of their subagents. A fork repeats no call. */
export function readRecord(folder: SessionFolder): CallRecord {
  const found: Found = { calls: [], unclear: [], unread: [] };
  const seen = new Set<string>();
  for (const session of eachSession(folder)) {
    if (typeof session === 'string') found.unread.push(session);
    else {
      const reader = new SessionReader(session, { found, seen });
      for (const record of session.records) reader.take(record);
    }
  }
  return found;
}

interface Reading {
  readonly found: Found;
  readonly seen: Set<string>;
}

/** Reads the records of one session in their order. */
class SessionReader {
  readonly #id: string;
  readonly #reading: Reading;
  readonly #inputs = new Map<string, { readonly name: string; readonly input: unknown }>();
  #place: Pick<RecordedCall, 'artifactDir' | 'cwd'> = { artifactDir: NOWHERE, cwd: '' };
  #mode: PermissionMode | undefined;
  #agents: readonly string[];

  constructor({ id, above }: ReadSession, reading: Reading) {
    this.#id = id;
    this.#reading = reading;
    this.#agents = above;
  }

  take(record: SessionRecord): void {
    if (record.t === 'session') {
      this.#place = { artifactDir: record.artifactDir || NOWHERE, cwd: record.cwd };
      this.#agents = [record.agent, ...this.#agents];
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
    const { subject: given, by, rule, spared = [] } = decision ?? {};
    const refused = !ran && (by === 'person' || (by === undefined && rule !== undefined));
    const subject = Array.isArray(given?.touches) ? given : undefined;
    const isHidden = JSON.stringify(subject)?.includes(HIDDEN) === true;
    if (subject === undefined || isHidden || !subject.touches.every(isAccess)) {
      const why = isHidden ? 'a secret is left out of the record' : 'no accesses on record';
      found.unclear.push({ session: this.#id, tool, why, refused });
      return;
    }
    found.calls.push({
      session: this.#id,
      agents: this.#agents,
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

/** The text of each kind of access that rules compare. A file may have been written by another program. */
const TEXTS: Readonly<Record<Access['kind'], string | undefined>> = {
  read: 'path',
  write: 'path',
  run: 'text',
  fetch: 'url',
  session: undefined,
};

function isAccess(given: Readonly<Record<string, unknown>> & { readonly kind: Access['kind'] }): boolean {
  if (typeof given !== 'object' || given === null || !Object.hasOwn(TEXTS, given.kind)) return false;
  const text = TEXTS[given.kind];
  return text === undefined || typeof given[text] === 'string';
}

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
