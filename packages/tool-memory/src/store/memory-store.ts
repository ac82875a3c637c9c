/** The author of a note. `outside`: an agent that had read text from outside, and a person who saw the note and agreed. */
export type Origin = 'person' | 'agent' | 'outside';

/** The facts about the newest text of a note. */
export interface NoteRecord {
  readonly origin: Origin;
  /** The time of the writing, in milliseconds since 1970. */
  readonly at: number;
  /** The session and the agent that wrote it. Absent for a person. */
  readonly session?: string | undefined;
  readonly agent?: string | undefined;
  /** The tools whose results the session had read, for the origin `outside`. */
  readonly sources?: readonly string[] | undefined;
}

export interface Note {
  readonly text: string;
  /** Absent: the text did not come through Loadout, so no person has answered for it yet. */
  readonly record?: NoteRecord | undefined;
}

/** A note or a folder of notes. */
export interface MemoryEntry {
  /** The path below the root, with `/`: `team/build.md`. The root itself is ''. */
  readonly path: string;
  readonly kind: 'note' | 'folder';
  readonly bytes: number;
  /** Set if it is known without reading the note that no person answers for it, so that thousands of strange files cost nothing. */
  readonly waits?: true | undefined;
}

/** The outcome of a rename. `taken`: something stands at the new path. */
export type Renamed = 'renamed' | 'missing' | 'taken';

/**
 * Where notes are kept. Paths were checked by `readMemoryPath`: no part of one is empty, `.` or `..`. Contract: each method settles
 * with all or nothing done, also when its process is killed, and a reader sees a whole text.
 */
export interface MemoryStore {
  /** The folder of the notes on this machine, absolute, so that rules for files hold. Absent: they are no files here. */
  readonly folder?: string | undefined;
  /** Returns everything, the root first, each folder before its content, names in the order of their code units. */
  list(): Promise<readonly MemoryEntry[]>;
  /** Returns `undefined` for what is no note. */
  read(path: string): Promise<Note | undefined>;
  /**
   * Writes a note, with its folders. Returns false, and changes nothing, if the text there is not `before`; `undefined`: nothing may
   * be there. Of two callers with the same `before`, in any process, exactly one gets true.
   */
  write(path: string, note: Required<Note>, expected: { readonly before: string | undefined }): Promise<boolean>;
  /** Removes a note, or a folder with all that is in it. Returns false if nothing is there. */
  remove(path: string): Promise<boolean>;
  /** Moves a note or a folder. The records of the notes move too. */
  rename(from: string, to: string): Promise<Renamed>;
}
