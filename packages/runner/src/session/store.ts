import type { SessionHeader, SessionRecord } from './records.js';
import type { SessionEntry, SessionPlace } from './session-store.js';

/**
 * Where sessions are kept. The runner writes what is about to happen before it happens, so a store that promises to survive a
 * crash must have a record in safe hands when `append` returns. One over a network keeps a copy on this machine, fills it
 * before a session is gone on with, and follows it with what was appended. Source: SESS-05.
 */
export interface SessionStore {
  /** Where a session of this id is, or would be. Contract: throws SESSION_ID_INVALID for an id that could be a path. */
  place(id: string): SessionPlace;
  has(place: SessionPlace): boolean;
  /** Newest first. */
  list(): readonly SessionEntry[];
  /** A new session: there with its header, or not at all. Contract: throws SESSION_BUSY, SESSION_STORE. */
  begin(place: SessionPlace, header: SessionHeader): SessionJournal;
  /**
   * To go on with one: nobody else writes from now on, and `records` is all that stands in it, a record that was being written
   * when its process was killed left out; `notes` tell a person of that. Contract: throws SESSION_UNKNOWN, SESSION_BUSY,
   * SESSION_DAMAGED, and keeps nobody from writing when it throws.
   */
  reopen(place: SessionPlace): {
    readonly records: readonly SessionRecord[];
    readonly journal: SessionJournal;
    readonly notes?: readonly string[] | undefined;
  };
  /** The same without keeping others from writing. */
  read(place: SessionPlace): readonly SessionRecord[];
  /** Where the sessions of the agents are that this one starts. */
  under(place: SessionPlace): SessionStore;
}

/** One session, open for writing by nobody else. */
export interface SessionJournal {
  append(record: SessionRecord): void;
  /** Resolves once all that was appended survives a loss of power. Absent: it does when `append` returns, or never will. */
  sync?(): Promise<void>;
  close(): void;
}
