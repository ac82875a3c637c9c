/** The facts about a session that are known without reading all of it. */
export type SDKSessionInfo = {
  sessionId: string;
  /** A text to show for the session: its title, else the last prompt, else the first prompt. */
  summary: string;
  /** Milliseconds since 1970. */
  lastModified: number;
  /** The size of its file in bytes. Absent if the session comes from a `SessionStore`. */
  fileSize?: number | undefined;
  /** The title that the session was given. */
  customTitle?: string | undefined;
  firstPrompt?: string | undefined;
  gitBranch?: string | undefined;
  cwd?: string | undefined;
  tag?: string | undefined;
  /** Milliseconds since 1970. */
  createdAt?: number | undefined;
  /** Absent if the session was never archived. */
  archived?: boolean | undefined;
};

/** A stored message of a session. */
export type SessionMessage = {
  type: 'user' | 'assistant' | 'system';
  uuid: string;
  session_id: string;
  message: unknown;
  /** In a subagent: the call that started it, if it is known. */
  parent_tool_use_id: string | null;
  /** In a subagent: the agent that started it, unless the session itself did. */
  parent_agent_id: string | null;
  /** Whether the message is a summary that replaces the earlier conversation. */
  isCompactSummary?: boolean | undefined;
  /** Whether the message was sent while the model was working. */
  isQueuedCommand?: boolean | undefined;
  /** Whether the message did not come from a person. */
  is_meta?: boolean | undefined;
  timestamp?: string | undefined;
};

/** The key of a list of entries: those of a session, or with `subpath` those of one of its agents. */
export type SessionKey = {
  /**
   * The key that the sessions of one project share. Default: the project's folder with every character except letters and digits
   * replaced by `-`.
   */
  projectKey: string;
  sessionId: string;
  /** `subagents/agent-<id>`. Absent for the session itself, never empty. */
  subpath?: string;
};

/** One line of a session: JSON with a `type`. The other fields are internal to the engine. */
export type SessionStoreEntry = {
  type: string;
  uuid?: string;
  timestamp?: string;
  [field: string]: unknown;
};

/** The part of a session that a store keeps so that a listing need not load the session. `foldSessionSummary` creates it. */
export type SessionSummaryEntry = {
  sessionId: string;
  /** The time of the store's write, by the clock of the store's `listSessions`. */
  mtime: number;
  /** Internal data, which a store keeps unchanged. */
  data: Record<string, unknown>;
};

/**
 * A store for sessions outside of this machine. It receives copies of this machine's session files, and provides them before a
 * session continues here.
 */
export type SessionStore = {
  /** Adds entries in this order. An entry may arrive twice with the same `uuid`, after an answer was lost; it counts once. */
  append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void>;
  /** Returns all entries, equal to the appended ones. `null`: none was ever appended. */
  load(key: SessionKey): Promise<SessionStoreEntry[] | null>;
  listSessions?(projectKey: string): Promise<Array<{ sessionId: string; mtime: number }>>;
  /** Returns all summaries of a project at once. */
  listSessionSummaries?(projectKey: string): Promise<SessionSummaryEntry[]>;
  /** Deletes entries. Without `subpath`, also deletes everything under the session. Absent: nothing is ever deleted. */
  delete?(key: SessionKey): Promise<void>;
  /** Returns the subpaths under a session. Absent: the agents of a session are not restored. */
  listSubkeys?(key: { projectKey: string; sessionId: string }): Promise<string[]>;
};

/** The time at which the entries of a run go to the store: at the end of a turn at the latest, or each at once. */
export type SessionStoreFlush = 'batched' | 'eager';

type InStore = {
  /** The store to read in place of the files of this machine. */
  sessionStore?: SessionStore | undefined;
};

type InProject = InStore & {
  /** The folder of the project. Default: all projects are searched. */
  dir?: string | undefined;
};

type Page = {
  limit?: number | undefined;
  /** The number of sessions to skip. Default 0. */
  offset?: number | undefined;
};

export type ListSessionsOptions = InProject &
  Page & {
    /** Whether to include the other git worktrees of `dir`. Default true. */
    includeWorktrees?: boolean | undefined;
    /** Whether to include sessions that a program began, and not a person at a terminal. Default true. */
    includeProgrammatic?: boolean | undefined;
  };

export type GetSessionInfoOptions = InProject;

export type GetSessionMessagesOptions = InProject &
  Page & {
    /** Whether to include the engine's own notes between the messages. Default false. */
    includeSystemMessages?: boolean | undefined;
  };

export type ListSubagentsOptions = InProject & Page;

export type GetSubagentMessagesOptions = InProject & Page;

export type SessionMutationOptions = InProject;

export type ForkSessionOptions = SessionMutationOptions & {
  /** The last message to copy. Default: all messages are copied. */
  upToMessageId?: string | undefined;
  /** The title of the copy. Default: the original title with ` (fork)`. */
  title?: string | undefined;
};

export type ForkSessionResult = { sessionId: string };

export type ImportSessionToStoreOptions = {
  dir?: string | undefined;
  /** Whether to include subagents. Default true. */
  includeSubagents?: boolean | undefined;
  /** The maximum number of entries in one `append`. Default 500. */
  batchSize?: number | undefined;
};
