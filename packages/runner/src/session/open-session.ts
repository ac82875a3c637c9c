import { randomUUID } from 'node:crypto';
import { thisSystem } from '@loadout/node/platform';
import {
  latestSession,
  nameRecord,
  type ReplayedSession,
  replayRecords,
  type SessionHeader,
  type SessionPlace,
  type SessionRecord,
  type SessionStore,
  errors as sessionErrors,
} from '@loadout/sessions';
import { errors } from '../report/errors.js';
import { redactor, redactValue } from '../secrets/redact.js';
import { OpenSession } from './session.js';

export interface SessionChoice {
  /** A session id, or `latest` for the newest session of this workspace (SESS-02). */
  readonly resume?: string | undefined;
  /** If true, the run continues in a copy, and the session itself stays unchanged (SESS-03). */
  readonly fork?: boolean | undefined;
  /** With `resume`: the messages after the message of this uuid are taken back, or with `fork` not copied. Source: SESS-02. */
  readonly resumeAt?: string | undefined;
  /**
   * With `resume`: the run continues in a copy that ends before the prompt of this uuid, which may stand before a summary. The session itself
   * stays unchanged.
   */
  readonly forkBefore?: string | undefined;
  /** The id of a new session. Default: a new id. */
  readonly id?: string | undefined;
  /** The folder in which a resumed session goes on. Default: the folder in which it stopped. */
  readonly cwd?: string | undefined;
  /** The name of the session, by which it can be found. */
  readonly name?: string | undefined;
}

/** The agent whose sessions are opened. */
interface SessionOwner {
  readonly name: string;
  readonly roots: readonly [string, ...string[]];
  readonly secrets: () => readonly string[];
  readonly sessions: { readonly store: SessionStore };
}

/** Opens a session. Throws SESSION_UNKNOWN, SESSION_BUSY, SESSION_DAMAGED, SESSION_ID_INVALID, SESSION_TAKEN, MESSAGE_UNKNOWN. */
export function openSession(spec: SessionOwner, choice: SessionChoice): OpenSession {
  const named = choice.name === undefined ? undefined : nameRecord(choice.name);
  const session = openChosen(spec, choice);
  if (named !== undefined) inSession(session, () => session.record(named));
  return session;
}

function openChosen(spec: SessionOwner, choice: SessionChoice): OpenSession {
  const { store } = spec.sessions;
  if (choice.resume === undefined) return begin(spec, { store, place: newPlace(store, choice.id), cwd: spec.roots[0] });
  const place = findSession(store, choice.resume);
  if (choice.fork === true || choice.forkBefore !== undefined) return forkSession(spec, { place, choice });
  const session = reopen(spec, { store, place, resumeAt: choice.resumeAt });
  const { cwd } = choice;
  if (cwd !== undefined) inSession(session, () => session.moveTo(cwd));
  return session;
}

/** Does work in an opened session. If the work fails, the session is closed, so that others can open it. */
export function inSession<T>(opened: { close(): void }, work: () => T): T {
  try {
    return work();
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** Opens the session of a subagent: its own record, beside the records of the parent's other subagents. */
export function openSubagentSession(
  spec: SessionOwner,
  wanted: {
    readonly id: string;
    readonly parent: OpenSession;
    readonly cwd: string;
    readonly resume: boolean;
    readonly startedBy?: string | undefined;
  },
): OpenSession {
  const { id, parent, cwd } = wanted;
  const store = agentsOf(parent);
  const place = store.place(id);
  if (!wanted.resume) return begin(spec, { store, place, cwd, startedBy: wanted.startedBy });
  if (!store.has(place)) throw errors.SUBAGENT_GONE({ id });
  return reopen(spec, { store, place });
}

/** Returns the store of subagent sessions. A fork finds those of the session that it was forked from. */
export const agentsOf = ({ store, place, header }: Pick<OpenSession, 'store' | 'place' | 'header'>): SessionStore =>
  store.under({ ...place, artifactDir: header.artifactDir });

interface Where {
  readonly store: SessionStore;
  readonly place: SessionPlace;
}

function begin(
  spec: SessionOwner,
  { store, place, cwd, startedBy }: Where & { readonly cwd: string; readonly startedBy?: string | undefined },
): OpenSession {
  const header: SessionHeader = {
    t: 'session',
    version: 1,
    id: place.id,
    agent: spec.name,
    cwd,
    startedAt: new Date().toISOString(),
    environment: describePlace(cwd),
    artifactDir: place.artifactDir,
    ...(startedBy === undefined ? {} : { startedBy }),
  };
  const redact = redactor(spec.secrets);
  const journal = store.begin(place, redactValue(header, redact));
  return new OpenSession({ place, source: 'startup', store, journal, redact, replayed: replayRecords([header]) });
}

function reopen(spec: SessionOwner, { store, place, resumeAt }: Where & Pick<SessionChoice, 'resumeAt'>): OpenSession {
  const { records, journal, notes } = store.reopen(place);
  const replayed = inSession(journal, () => {
    const whole = replayRecords(records);
    if (resumeAt === undefined) return whole;
    checkMessage(whole, resumeAt, place.id);
    const cut = { t: 'cut' as const, uuid: resumeAt };
    journal.append(cut);
    return replayRecords([...records, cut]);
  });
  return new OpenSession({ place, source: 'resume', store, journal, redact: redactor(spec.secrets), replayed, notes });
}

/** Copies the record. Large results stay under the folder of the first session. */
function forkSession(
  spec: SessionOwner,
  { place: from, choice }: { readonly place: SessionPlace; readonly choice: SessionChoice },
): OpenSession {
  const { store } = spec.sessions;
  const records = recordsBefore(store.read(from), choice.forkBefore, from.id);
  const before = replayRecords(records);
  if (choice.resumeAt !== undefined) checkMessage(before, choice.resumeAt, from.id);
  const cut = choice.resumeAt === undefined ? [] : [{ t: 'cut' as const, uuid: choice.resumeAt }];
  const place = newPlace(store, choice.id);
  const header: SessionHeader = {
    ...before.header,
    id: place.id,
    startedAt: new Date().toISOString(),
    cwd: choice.cwd ?? before.cwd,
    forkedFrom: before.header.id,
  };
  const copied = [header, ...records.slice(1), ...cut];
  const journal = store.begin(place, header);
  const replayed = inSession(journal, () => {
    for (const record of copied.slice(1)) journal.append(record);
    return replayRecords(copied);
  });
  return new OpenSession({ place, source: 'fork', store, journal, redact: redactor(spec.secrets), replayed });
}

/** The records of a session as they were when a prompt was given. Throws MESSAGE_UNKNOWN. */
function recordsBefore(records: readonly SessionRecord[], prompt: string | undefined, session: string): readonly SessionRecord[] {
  if (prompt === undefined) return records;
  const end = records.findIndex((one) => (one.t === 'asked' || (one.t === 'message' && isOfUser(one))) && one.uuid === prompt);
  if (end === -1) throw errors.MESSAGE_UNKNOWN({ uuid: prompt, session });
  return records.slice(0, end);
}

const isOfUser = ({ message }: Extract<SessionRecord, { t: 'message' }>): boolean => message.role === 'user';

function checkMessage({ uuids }: ReplayedSession, uuid: string, session: string): void {
  if (!uuids.has(uuid)) throw errors.MESSAGE_UNKNOWN({ uuid, session });
}

function newPlace(store: SessionStore, id: string | undefined): SessionPlace {
  const place = store.place(id ?? randomUUID());
  if (id !== undefined && store.has(place)) throw sessionErrors.SESSION_TAKEN({ id });
  return place;
}

function findSession(store: SessionStore, wanted: string): SessionPlace {
  if (wanted !== 'latest') return store.place(wanted);
  const newest = latestSession(store);
  if (newest === undefined) throw sessionErrors.SESSION_UNKNOWN({ id: 'latest', dir: 'this folder' });
  return newest;
}

/**
 * Describes the working directory for the model. The text follows the instructions, so that the stable part comes first
 * (LOOP-22).
 */
function describePlace(cwd: string): string {
  return `Working directory: ${cwd}\nPlatform: ${thisSystem}\nDate: ${new Date().toISOString().slice(0, 10)}`;
}
