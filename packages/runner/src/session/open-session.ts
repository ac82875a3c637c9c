import { randomUUID } from 'node:crypto';
import type { Message, PermissionUpdate, ToolResultBlock } from '@loadout/core';
import type { AgentSpec } from '../agent-spec.js';
import { errors } from '../errors.js';
import { describePlace } from '../model-request.js';
import { redactor, redactValue } from '../redact.js';
import { contextTokens } from '../usage.js';
import { pushUser } from './push-user.js';
import type { SessionHeader, SessionRecord } from './records.js';
import { type PendingCall, type ReplayedSession, replayRecords } from './replay.js';
import type { SessionPlace } from './session-store.js';
import type { SessionJournal, SessionStore } from './store.js';

export interface SessionChoice {
  /** A session id, or `latest` for the newest of this workspace (SESS-02). */
  readonly resume?: string | undefined;
  /** Go on in a copy; the session itself stays as it is (SESS-03). */
  readonly fork?: boolean | undefined;
  /** With `resume`: what came after the message of this uuid is taken back, or with `fork` not copied. Source: SESS-02. */
  readonly resumeAt?: string | undefined;
  /** The id of the session that begins. Default: a new one. */
  readonly id?: string | undefined;
}

/** A conversation that is being had: in memory as messages, on disk as records. Append-only, but for compaction. */
export class OpenSession {
  readonly place: SessionPlace;
  readonly header: SessionHeader;
  readonly store: SessionStore;
  readonly source: 'startup' | 'resume' | 'fork';
  #pending: readonly PendingCall[];
  /** What earlier runs of this session were granted. */
  readonly grants: readonly PermissionUpdate[];
  #messages: Message[];
  #contextTokens: number;
  readonly #journal: SessionJournal;
  readonly #redact: ((text: string) => string) | undefined;
  #promptId: string | undefined;
  #cwd: string;

  constructor(parts: {
    place: SessionPlace;
    header: SessionHeader;
    source: OpenSession['source'];
    store: SessionStore;
    journal: SessionJournal;
    redact?: ((text: string) => string) | undefined;
    replayed?: ReplayedSession | undefined;
  }) {
    this.place = parts.place;
    this.header = parts.header;
    this.source = parts.source;
    this.store = parts.store;
    this.#journal = parts.journal;
    this.#redact = parts.redact;
    this.#messages = parts.replayed?.messages ?? [];
    this.#pending = parts.replayed?.pending ?? [];
    this.grants = parts.replayed?.grants ?? [];
    this.#contextTokens = parts.replayed?.contextTokens ?? 0;
    this.#cwd = parts.replayed?.cwd ?? parts.header.cwd;
  }

  get id(): string {
    return this.place.id;
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** What the last turn's request and answer held, as its model counted; 0 when that is not known. */
  get contextTokens(): number {
    return this.#contextTokens;
  }

  get pending(): readonly PendingCall[] {
    return this.#pending;
  }

  /** The calls that an earlier process left open. Each is answered once. */
  takePending(): readonly PendingCall[] {
    const pending = this.#pending;
    this.#pending = [];
    return pending;
  }

  get cwd(): string {
    return this.#cwd;
  }

  moveTo(cwd: string): void {
    if (cwd === this.#cwd) return;
    this.#cwd = cwd;
    this.record({ t: 'cwd', cwd });
  }

  grant(updates: readonly PermissionUpdate[]): void {
    this.record({ t: 'permissions', updates });
  }

  record(record: SessionRecord): void {
    this.#journal.append(redactValue(record, this.#redact));
  }

  /** The uuid of the message with which a person, or a program, last asked for something. */
  get promptId(): string | undefined {
    return this.#promptId;
  }

  addPrompt(message: Message, uuid: string): void {
    this.#promptId = uuid;
    this.record({ t: 'message', message, uuid });
    pushUser(this.#messages, message);
  }

  addAssistant(message: Message, details: Omit<Extract<SessionRecord, { t: 'message' }>, 't' | 'message'>): void {
    this.record({ t: 'message', message, ...details });
    this.#messages.push(message);
    if (details.usage !== undefined) this.#contextTokens = contextTokens(details.usage);
  }

  addUser(message: Message, uuid: string): void {
    this.record({ t: 'message', message, uuid });
    pushUser(this.#messages, message);
  }

  /** The blocks are in the journal already, one record per call. */
  addResults(blocks: readonly ToolResultBlock[], uuid: string): Message {
    this.record({ t: 'results', ids: blocks.map((block) => block.tool_use_id), uuid });
    const message = Object.freeze({ role: 'user' as const, content: Object.freeze([...blocks]) });
    pushUser(this.#messages, message);
    return message;
  }

  /** A new array: a request that is under way keeps the old one. */
  replaceMessages(messages: readonly Message[], why: { readonly trigger: 'manual' | 'auto'; readonly preTokens: number }): void {
    this.record({ t: 'compact', ...why, messages });
    this.#messages = [...messages];
    this.#contextTokens = 0;
  }

  close(): void {
    this.#journal.close();
  }
}

/** Throws SESSION_UNKNOWN, SESSION_BUSY, SESSION_DAMAGED, SESSION_ID_INVALID, SESSION_TAKEN, MESSAGE_UNKNOWN. */
export function openSession(spec: AgentSpec, choice: SessionChoice): OpenSession {
  const { store } = spec.sessions;
  if (choice.resume === undefined) return begin(spec, { store, place: newPlace(store, choice.id), cwd: spec.roots[0] });
  const place = findSession(store, choice.resume);
  if (choice.fork === true) return forkSession(spec, { place, choice });
  const opened = reopen(spec, { store, place });
  if (choice.resumeAt === undefined) return opened.session();
  try {
    checkMessage(opened.replayed, choice.resumeAt, place.id);
  } catch (error) {
    opened.journal.close();
    throw error;
  }
  const cut = { t: 'cut' as const, uuid: choice.resumeAt };
  opened.journal.append(cut);
  return opened.session(replayRecords([...opened.records, cut]));
}

/** The session of an agent that another one started: a record of its own, where those of the other's agents are. */
export function openSubagentSession(
  spec: AgentSpec,
  wanted: { readonly id: string; readonly under: OpenSession; readonly cwd: string; readonly resume: boolean },
): OpenSession {
  const { id, under, cwd } = wanted;
  const store = agentsOf(under);
  const place = store.place(id);
  if (!wanted.resume) return begin(spec, { store, place, cwd });
  if (!store.has(place)) throw errors.SUBAGENT_GONE({ id });
  return reopen(spec, { store, place }).session();
}

/** A fork finds those of the session that it was forked from. */
export const agentsOf = ({ store, place, header }: OpenSession): SessionStore =>
  store.under({ ...place, artifactDir: header.artifactDir });

interface Where {
  readonly store: SessionStore;
  readonly place: SessionPlace;
}

function begin(spec: AgentSpec, { store, place, cwd }: Where & { readonly cwd: string }): OpenSession {
  const header: SessionHeader = {
    t: 'session',
    version: 1,
    id: place.id,
    agent: spec.name,
    cwd,
    startedAt: new Date().toISOString(),
    environment: describePlace(cwd),
    artifactDir: place.artifactDir,
  };
  const redact = redactor(spec.secrets);
  const journal = store.begin(place, redactValue(header, redact));
  return new OpenSession({ place, header, source: 'startup', store, journal, redact });
}

function reopen(spec: AgentSpec, { store, place }: Where) {
  const { records, journal } = store.reopen(place);
  const replayed = replayRecords(records);
  const redact = redactor(spec.secrets);
  const session = (now = replayed) =>
    new OpenSession({ place, header: now.header, source: 'resume', store, journal, redact, replayed: now });
  return { records, journal, replayed, session };
}

/** Copies the record; large results stay where they are, under the folder of the first session. */
function forkSession(
  spec: AgentSpec,
  { place: from, choice }: { readonly place: SessionPlace; readonly choice: SessionChoice },
): OpenSession {
  const { store } = spec.sessions;
  const records = store.read(from);
  const before = replayRecords(records);
  if (choice.resumeAt !== undefined) checkMessage(before, choice.resumeAt, from.id);
  const cut = choice.resumeAt === undefined ? [] : [{ t: 'cut' as const, uuid: choice.resumeAt }];
  const place = newPlace(store, choice.id);
  const header: SessionHeader = {
    ...before.header,
    id: place.id,
    startedAt: new Date().toISOString(),
    cwd: before.cwd,
    forkedFrom: before.header.id,
  };
  const copied = [header, ...records.slice(1), ...cut];
  const journal = store.begin(place, header);
  for (const record of copied.slice(1)) journal.append(record);
  const replayed = replayRecords(copied);
  return new OpenSession({ place, header, source: 'fork', store, journal, redact: redactor(spec.secrets), replayed });
}

function checkMessage({ uuids }: ReplayedSession, uuid: string, session: string): void {
  if (!uuids.has(uuid)) throw errors.MESSAGE_UNKNOWN({ uuid, session });
}

function newPlace(store: SessionStore, id: string | undefined): SessionPlace {
  const place = store.place(id ?? randomUUID());
  if (id !== undefined && store.has(place)) throw errors.SESSION_TAKEN({ id });
  return place;
}

function findSession(store: SessionStore, wanted: string): SessionPlace {
  if (wanted !== 'latest') return store.place(wanted);
  const [newest] = store.list();
  if (newest === undefined) throw errors.SESSION_UNKNOWN({ id: 'latest', dir: 'this folder' });
  return newest;
}
