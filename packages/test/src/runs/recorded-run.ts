export const RUN_ENDS = [
  'done',
  'error',
  'limit',
  'denied',
  'blocked',
  'stopped',
  'deferred',
  'schema',
  'model',
  'interrupted',
] as const;
/** The end of a run. `denied`: the run ended well, but every call that would have changed something was denied. */
export type RunEnd = (typeof RUN_ENDS)[number];

export const CALL_STATES = ['done', 'failed', 'denied', 'refused', 'interrupted', 'deferred', 'none'] as const;
/** The end of a call. `none`: the run ended before the call did. */
export type CallState = (typeof CALL_STATES)[number];

/** A finished run as expectations read it. JSON-safe, so that it crosses processes and is kept in reports. */
export interface RecordedRun {
  readonly outcome: RunEnd;
  readonly error?: { readonly code: string; readonly message: string; readonly fix?: string | undefined } | undefined;
  /** The text of the agent's last message. */
  readonly text: string;
  readonly output?: unknown;
  readonly usage: RecordedUsage;
  /** All calls in the order in which the model made them, those of subagents included. */
  readonly calls: readonly RecordedCall[];
  /** The events of `--output stream-json`, in order. */
  readonly events: readonly Readonly<Record<string, unknown>>[];
  /** Files of the workspace by path, with `/`. Absent: the workspace was not compared. */
  readonly files?: Readonly<Record<string, RecordedFile>> | undefined;
  /** Turns of scripts that no request asked for. */
  readonly unused?: readonly UnusedTurn[] | undefined;
}

export interface RecordedUsage {
  readonly turns: number;
  readonly toolCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; `null` if the price of a used model is unknown. */
  readonly usd: number | null;
}

export interface RecordedCall {
  readonly id: string;
  readonly tool: string;
  /** The input as the model wrote it, or as a hook changed it. */
  readonly input: unknown;
  /** The names of the agents from the outermost to the one that made the call, joined by `/`. */
  readonly agent: string;
  readonly state: CallState;
  /** The rule, mode, hook or person that decided. Absent: the call ended before a decision. */
  readonly by?: Decider | undefined;
  /** The reason of the decision in one sentence. */
  readonly reason?: string | undefined;
  /** The text that the model got. */
  readonly result: string;
}

export interface Decider {
  readonly kind: 'rule' | 'mode' | 'hook' | 'person' | 'nobody';
  /** The rule as it is written, such as `Bash(rm:*)`. With a person: the ask rule that made the question. */
  readonly rule?: string | undefined;
  /** The path of the rule in the configuration, such as `permissions.deny.0`. */
  readonly path?: string | undefined;
  /** The name of the hook. */
  readonly hook?: string | undefined;
  /** `file:line:column` of the rule. */
  readonly place?: string | undefined;
}

export interface RecordedFile {
  readonly state: 'unchanged' | 'changed' | 'created' | 'deleted';
  /** The text after the run. Absent: deleted, longer than 1,000,000 characters, or no text. */
  readonly text?: string | undefined;
  /** The reason for which `text` is absent. */
  readonly noText?: 'deleted' | 'too long' | 'not text' | 'a folder' | 'a link' | undefined;
}

export interface UnusedTurn {
  /** The name of the script: the agent it answers, or its file. */
  readonly script: string;
  /** The number of the first unused turn, counted from 1, and of all turns. */
  readonly turn: number;
  readonly turns: number;
}
