import type { Message, PermissionUpdate, ToolResultBlock } from '@loadout/core';
import { redactValue } from '../place/redact.js';
import { contextTokens } from '../report/usage.js';
import { pushUser, ToolUseIds } from './messages.js';
import type { SessionHeader, SessionRecord } from './records.js';
import type { AskedBefore, PendingCall, ReplayedSession } from './replay.js';
import type { SessionPlace } from './session-store.js';
import type { SessionJournal, SessionStore } from './store.js';

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
  #asked: AskedBefore | undefined;
  /** Notes for a person about how the session was opened. */
  readonly notes: readonly string[];
  #cwd: string;
  #surroundings: string;
  #failure: unknown;
  /** Told once, when a record could not be written: what is not on record must not go on. */
  onFailure: ((error: unknown) => void) | undefined;

  constructor(parts: {
    place: SessionPlace;
    header: SessionHeader;
    source: OpenSession['source'];
    store: SessionStore;
    journal: SessionJournal;
    redact?: ((text: string) => string) | undefined;
    replayed?: ReplayedSession | undefined;
    notes?: readonly string[] | undefined;
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
    this.#asked = parts.replayed?.asked;
    this.notes = parts.notes ?? [];
    this.#contextTokens = parts.replayed?.contextTokens ?? 0;
    this.#cwd = parts.replayed?.cwd ?? parts.header.cwd;
    this.#surroundings = parts.replayed?.surroundings ?? '';
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

  /** The ids of the tool uses of this conversation: a provider takes each once. */
  readonly toolUseIds = new ToolUseIds(() => this.#messages);

  get pending(): readonly PendingCall[] {
    return this.#pending;
  }

  /** The calls that an earlier process left open. Each is answered once. */
  takePending(): readonly PendingCall[] {
    const pending = this.#pending;
    this.#pending = [];
    return pending;
  }

  /** The prompt of an earlier process that never came to be sent. It is given once. */
  takeAsked(): AskedBefore | undefined {
    const asked = this.#asked;
    this.#asked = undefined;
    return asked;
  }

  /** Resolves once all records survive a loss of power. Throws as `record`. */
  async sync(): Promise<void> {
    try {
      await this.#journal.sync?.();
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  get cwd(): string {
    return this.#cwd;
  }

  /** What was found out about the place when it began; may be empty. */
  get surroundings(): string {
    return this.#surroundings;
  }

  surround(text: string): void {
    this.#surroundings = text;
    this.record({ t: 'surroundings', text });
  }

  moveTo(cwd: string): void {
    if (cwd === this.#cwd) return;
    this.#cwd = cwd;
    this.record({ t: 'cwd', cwd });
  }

  grant(updates: readonly PermissionUpdate[]): void {
    this.record({ t: 'permissions', updates });
  }

  /** Why a record could not be written; `undefined` while all have been. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Throws SESSION_NOT_WRITTEN, and what a store of somebody else throws. */
  record(record: SessionRecord): void {
    try {
      this.#journal.append(redactValue(record, this.#redact));
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  #fail(error: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.onFailure?.(error);
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
    this.toolUseIds.add(message);
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
