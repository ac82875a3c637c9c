/** Stores files before tools change them, so that a session can be rewound. Offered by the runner if checkpoints are on. */
export interface FileCheckpoints {
  /**
   * Stores the file at this real path. A tool awaits this right before it creates, replaces or removes the file, once nothing
   * else prevents the change. Contract: rejects if the file cannot be stored; the tool then does not change it and passes the
   * error on.
   */
  before(path: string): Promise<void>;
  /** Records that a prompt, named by the uuid of its message, has joined the conversation. The runner calls this. */
  begin?(prompt: string): void;
}

/** The exports of `@loadout/checkpoints` that the runner uses. It loads the package by name. */
export interface Checkpoints {
  /** `promptId` returns the uuid of the message that is being worked on. */
  openCheckpoints(session: CheckpointedSession, promptId: () => string | undefined): FileCheckpoints;
  /** Restores the files to their state before a prompt, given by the uuid of its message. Cannot be undone. */
  rewindSession(session: CheckpointedSession, prompt: string, options?: RewindOptions): Promise<RewindResult>;
}

/** The part of a session's first record that names its checkpoints. */
export interface CheckpointedSession {
  readonly id: string;
  readonly artifactDir: string;
  readonly startedAt: string;
  readonly forkedFrom?: string | undefined;
}

export interface RewindOptions {
  /** Only reports the possible changes. Default false. */
  readonly dryRun?: boolean | undefined;
  /** With `dryRun`: whether the result has the texts of the files. Default false. */
  readonly texts?: boolean | undefined;
}

/** The result of a rewind, in the shape of the Claude Agent SDK. Source: STATE-04. */
export interface RewindResult {
  /** If false, the prompt is unknown or dropped, and nothing was changed. */
  readonly canRewind: boolean;
  /** The reason for a refusal, or the files that were left as they are while others were restored. */
  readonly error?: string | undefined;
  /** Absolute paths of the files that were changed or removed, or with `dryRun` would be. */
  readonly filesChanged?: readonly string[] | undefined;
  /** Lines that are added and removed. Binary files are not counted. */
  readonly insertions?: number | undefined;
  readonly deletions?: number | undefined;
  /** The files with their texts, if they were asked for, in the order of `filesChanged`. */
  readonly changes?: readonly RewindChange[] | undefined;
}

/** A file that a rewind would change. */
export interface RewindChange {
  readonly path: string;
  /** The text now. Absent if the file does not exist, or is not text. */
  readonly before?: string | undefined;
  /** The text after the rewind. Absent if the file will not exist, or is not text. */
  readonly after?: string | undefined;
  /** Set if a content is not text, or too large to be compared. */
  readonly isBinary?: true | undefined;
}
