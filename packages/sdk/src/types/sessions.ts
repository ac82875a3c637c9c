/** What is known of a session without reading all of it. */
export type SDKSessionInfo = {
  sessionId: string;
  /** What to show for it: its title, else what was last asked, else what was asked first. */
  summary: string;
  /** Milliseconds since 1970. */
  lastModified: number;
  /** Bytes of its file; absent when it comes from a `SessionStore`. */
  fileSize?: number | undefined;
  /** The title that it was given. */
  customTitle?: string | undefined;
  firstPrompt?: string | undefined;
  gitBranch?: string | undefined;
  cwd?: string | undefined;
  tag?: string | undefined;
  /** Milliseconds since 1970. */
  createdAt?: number | undefined;
  /** Absent when it was never archived. */
  archived?: boolean | undefined;
};

/** A message of a session as it was written down. */
export type SessionMessage = {
  type: 'user' | 'assistant' | 'system';
  uuid: string;
  session_id: string;
  message: unknown;
  /** In a subagent: the call that started it, where that is known. */
  parent_tool_use_id: string | null;
  /** In a subagent: the agent that started it, when it was not the session itself. */
  parent_agent_id: string | null;
  /** It stands for the conversation before it. */
  isCompactSummary?: boolean | undefined;
  /** It was said while the model was at work. */
  isQueuedCommand?: boolean | undefined;
  /** Not what a person said. */
  is_meta?: boolean | undefined;
  timestamp?: string | undefined;
};

/** Which list of entries: those of a session, or with `subpath` those of one of its agents. */
export type SessionKey = {
  /** What the sessions of one project share. Default: its folder, everything but letters and digits as `-`. */
  projectKey: string;
  sessionId: string;
  /** `subagents/agent-<id>`; absent for the session itself, never empty. */
  subpath?: string;
};

/** One line of a session: JSON with a `type`, and otherwise nobody's business but the engine's. */
export type SessionStoreEntry = {
  type: string;
  uuid?: string;
  timestamp?: string;
  [field: string]: unknown;
};

/** What a store keeps of a session so that a listing need not load it. Made by `foldSessionSummary`. */
export type SessionSummaryEntry = {
  sessionId: string;
  /** When the store wrote it: by the clock of the store's `listSessions`. */
  mtime: number;
  /** Kept as it is. */
  data: Record<string, unknown>;
};

/** Sessions somewhere else: the files of this machine are followed by it, and filled from it before a session goes on. */
export type SessionStore = {
  /** Adds entries in this order. The same `uuid` may come twice, after an answer was lost: it is one entry. */
  append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void>;
  /** All entries, equal to those that were appended; `null`: there was never one. */
  load(key: SessionKey): Promise<SessionStoreEntry[] | null>;
  listSessions?(projectKey: string): Promise<Array<{ sessionId: string; mtime: number }>>;
  /** All summaries of a project at once. */
  listSessionSummaries?(projectKey: string): Promise<SessionSummaryEntry[]>;
  /** With no `subpath` also what is under the session. Absent: nothing is ever deleted. */
  delete?(key: SessionKey): Promise<void>;
  /** The subpaths under a session. Absent: its agents are not brought back. */
  listSubkeys?(key: { projectKey: string; sessionId: string }): Promise<string[]>;
};

/** When the entries of a run go to the store: at the latest at the end of a turn, or each as it comes. */
export type SessionStoreFlush = 'batched' | 'eager';

type InStore = {
  /** Read from here instead of the files of this machine. */
  sessionStore?: SessionStore | undefined;
};

type InProject = InStore & {
  /** The folder of the project. Default: all projects are looked through. */
  dir?: string | undefined;
};

type Page = {
  limit?: number | undefined;
  /** Default 0. */
  offset?: number | undefined;
};

export type ListSessionsOptions = InProject &
  Page & {
    /** Those of the other git worktrees of `dir` too. Default true. */
    includeWorktrees?: boolean | undefined;
    /** Those that a program began, not a person at a terminal. Default true. */
    includeProgrammatic?: boolean | undefined;
  };

export type GetSessionInfoOptions = InProject;

export type GetSessionMessagesOptions = InProject &
  Page & {
    /** What the engine noted between the messages, too. Default false. */
    includeSystemMessages?: boolean | undefined;
  };

export type ListSubagentsOptions = InProject & Page;

export type GetSubagentMessagesOptions = InProject & Page;

export type SessionMutationOptions = InProject;

export type ForkSessionOptions = SessionMutationOptions & {
  /** The last message that is copied. Default: all of them are. */
  upToMessageId?: string | undefined;
  /** Default: the title of the first one with ` (fork)`. */
  title?: string | undefined;
};

export type ForkSessionResult = { sessionId: string };

export type ImportSessionToStoreOptions = {
  dir?: string | undefined;
  /** Default true. */
  includeSubagents?: boolean | undefined;
  /** The most entries of one `append`. Default 500. */
  batchSize?: number | undefined;
};
