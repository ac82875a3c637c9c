import type { SessionHeader, SessionRecord, ShownCall } from './records.js';
import type { SessionEntry, SessionPlace } from './session-place.js';

/**
 * A store of sessions. The runner records an action before it happens, so a store that promises to survive a crash must have
 * stored a record safely when `append` returns. A network store keeps a local copy, fills it before a session is resumed, and
 * follows it with the appended records. Source: SESS-05.
 */
export interface SessionStore {
  /** Returns the place of a session, existing or not. Contract: throws SESSION_ID_INVALID for an id that could be a path. */
  place(id: string): SessionPlace;
  has(place: SessionPlace): boolean;
  /** Returns the sessions, newest first. */
  list(): readonly SessionEntry[];
  /** Creates a session with its header, atomically. Contract: throws SESSION_TAKEN, SESSION_BUSY, SESSION_STORE. */
  begin(place: SessionPlace, header: SessionHeader): SessionJournal;
  /**
   * Opens a session to continue it. From now on nobody else writes. `records` are all records, without one that was being written
   * when its process was killed; `notes` report that to a person. Contract: throws SESSION_UNKNOWN, SESSION_BUSY,
   * SESSION_DAMAGED; after a throw, others can write.
   */
  reopen(place: SessionPlace): {
    readonly records: readonly SessionRecord[];
    readonly journal: SessionJournal;
    readonly notes?: readonly string[] | undefined;
  };
  /** Reads a session without keeping others from writing. */
  read(place: SessionPlace): readonly SessionRecord[];
  /** Returns the store for the sessions of this session's subagents. */
  under(place: SessionPlace): SessionStore;
}

/** One session, open for writing by this process only. */
export interface SessionJournal {
  append(record: SessionRecord): void;
  /** Takes the result of a call, for a file that other programs read. Absent: the journal keeps records only. */
  show?(call: ShownCall): void;
  /** Resolves once all appended records survive a loss of power. Absent: they do when `append` returns, or never will. */
  sync?(): Promise<void>;
  /**
   * Resolves once an engine has recorded all appended records, so that another worker continues from them. The runner waits before
   * each call. Contract: rejects once the engine has given the run to another worker. Absent: the records survive this process when
   * `append` returns (decision 0055).
   */
  settled?(): Promise<void>;
  /**
   * Resolves once an engine has recorded all appended answers of models. The runner waits before each model request, so that a lost
   * run has paid for one answer in vain at most. Contract: rejects as `settled` does (decision 0071).
   */
  answered?(): Promise<void>;
  close(): void;
}
