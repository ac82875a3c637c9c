import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Message, PermissionUpdate, ToolResultBlock, Usage } from '@loadout/core';
import type { AgentSpec } from '../agent-spec.js';
import { errors } from '../errors.js';
import { describePlace } from '../model-request.js';
import { redactor } from '../redact.js';
import { contextTokens } from '../usage.js';
import { Journal } from './journal.js';
import { pushUser } from './push-user.js';
import type { SessionHeader, SessionRecord } from './records.js';
import { type PendingCall, type ReplayedSession, replaySession } from './replay.js';
import { listSessions, type SessionFolder, type SessionPlace, sessionFolder, sessionPlace } from './session-store.js';

export interface SessionChoice {
  /** A session id, or `latest` for the newest of this workspace (SESS-02). */
  readonly resume?: string | undefined;
  /** Go on in a copy; the session itself stays as it is (SESS-03). */
  readonly fork?: boolean | undefined;
}

/** A conversation that is being had: in memory as messages, on disk as records. Append-only, but for compaction. */
export class OpenSession {
  readonly place: SessionPlace;
  readonly header: SessionHeader;
  readonly source: 'startup' | 'resume' | 'fork';
  readonly pending: readonly PendingCall[];
  /** What earlier runs of this session were granted. */
  readonly grants: readonly PermissionUpdate[];
  #messages: Message[];
  #contextTokens: number;
  readonly #journal: Journal;
  #cwd: string;

  constructor(parts: {
    place: SessionPlace;
    header: SessionHeader;
    source: OpenSession['source'];
    journal: Journal;
    replayed?: ReplayedSession | undefined;
  }) {
    this.place = parts.place;
    this.header = parts.header;
    this.source = parts.source;
    this.#journal = parts.journal;
    this.#messages = parts.replayed?.messages ?? [];
    this.pending = parts.replayed?.pending ?? [];
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
    this.#journal.append(record);
  }

  addAssistant(message: Message, details: { usage: Usage; stopReason: string }): void {
    this.record({ t: 'message', message, ...details });
    this.#messages.push(message);
    this.#contextTokens = contextTokens(details.usage);
  }

  addUser(message: Message): void {
    this.record({ t: 'message', message });
    pushUser(this.#messages, message);
  }

  /** The blocks are in the journal already, one record per call. */
  addResults(blocks: readonly ToolResultBlock[]): Message {
    this.record({ t: 'results', ids: blocks.map((block) => block.tool_use_id) });
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

export function openSession(spec: AgentSpec, choice: SessionChoice): OpenSession {
  const folder = sessionFolder({ workspace: spec.roots[0], dir: spec.sessions.dir, env: spec.env });
  const redact = redactor(spec.secrets);
  if (choice.resume === undefined) return startSession(spec, { folder, redact });
  const place = findSession(folder, choice.resume);
  const replayed = replaySession(place.file);
  if (choice.fork === true) return forkSession(replayed, { folder, redact });
  const journal = new Journal(place, { redact, keepBytes: replayed.wholeBytes });
  return new OpenSession({ place, header: replayed.header, source: 'resume', journal, replayed });
}

/** The session of an agent that another one started: a file of its own, in the folder of the other's large results. */
export function openSubagentSession(
  spec: AgentSpec,
  wanted: { readonly id: string; readonly under: OpenSession; readonly cwd: string; readonly resume: boolean },
): OpenSession {
  const { id, under, cwd } = wanted;
  const dir = join(under.header.artifactDir, 'agents');
  const place = { id, file: join(dir, `${id}.jsonl`), artifactDir: join(dir, id) };
  const redact = redactor(spec.secrets);
  if (wanted.resume) {
    if (!existsSync(place.file)) throw errors.SUBAGENT_GONE({ id });
    const replayed = replaySession(place.file);
    const journal = new Journal(place, { redact, keepBytes: replayed.wholeBytes });
    return new OpenSession({ place, header: replayed.header, source: 'resume', journal, replayed });
  }
  const header: SessionHeader = {
    t: 'session',
    version: 1,
    id,
    agent: spec.name,
    cwd,
    startedAt: new Date().toISOString(),
    environment: describePlace(cwd),
    artifactDir: place.artifactDir,
  };
  return new OpenSession({ place, header, source: 'startup', journal: new Journal(place, { redact, header }) });
}

type OpenOptions = { readonly folder: SessionFolder; readonly redact: ((text: string) => string) | undefined };

function startSession(spec: AgentSpec, { folder, redact }: OpenOptions): OpenSession {
  const place = sessionPlace(folder, randomUUID());
  const header: SessionHeader = {
    t: 'session',
    version: 1,
    id: place.id,
    agent: spec.name,
    cwd: spec.roots[0],
    startedAt: new Date().toISOString(),
    environment: describePlace(spec.roots[0]),
    artifactDir: place.artifactDir,
  };
  const journal = new Journal(place, { redact, header });
  return new OpenSession({ place, header, source: 'startup', journal });
}

/** Copies the conversation; large results stay where they are, under the folder of the first session. */
function forkSession(replayed: ReplayedSession, { folder, redact }: OpenOptions): OpenSession {
  const place = sessionPlace(folder, randomUUID());
  const header: SessionHeader = {
    ...replayed.header,
    id: place.id,
    startedAt: new Date().toISOString(),
    cwd: replayed.cwd,
    forkedFrom: replayed.header.id,
  };
  const journal = new Journal(place, { redact, header });
  for (const message of replayed.messages) journal.append({ t: 'message', message });
  if (replayed.grants.length > 0) journal.append({ t: 'permissions', updates: replayed.grants });
  return new OpenSession({ place, header, source: 'fork', journal, replayed });
}

function findSession(folder: SessionFolder, wanted: string): SessionPlace {
  if (wanted === 'latest') {
    const [newest] = listSessions(folder);
    if (newest === undefined) throw errors.SESSION_UNKNOWN({ id: 'latest', dir: folder.dir });
    return newest;
  }
  const place = sessionPlace(folder, wanted);
  if (!existsSync(place.file)) throw errors.SESSION_UNKNOWN({ id: wanted, dir: folder.dir });
  return place;
}
