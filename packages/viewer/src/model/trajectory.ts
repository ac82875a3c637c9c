import type { BlockContent, LongText } from './content.js';

/**
 * A recording as the viewer shows it: a tree of nodes with everything that a list, a search or a sum needs, and no long text.
 * Texts, inputs, results and differences are contents, which are asked for by the id of a node. JSON-safe: the same value crosses
 * HTTP, lies in an exported file and is printed by `loadout view --json`.
 */
export interface Trajectory {
  readonly version: 1;
  readonly head: Head;
  /** In the order of the record. A parent stands before its children, and ids count from 0. */
  readonly nodes: readonly TreeNode[];
}

/** The record as a whole. */
export interface Head {
  /** The format that was read. */
  readonly source: 'session' | 'trace' | 'stream-json' | 'claude-code' | 'otlp';
  /** The session's id, or the name of the file. */
  readonly id: string;
  readonly agent: string;
  readonly cwd?: string | undefined;
  /** The models that answered, the first one first. */
  readonly models: readonly string[];
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  /** The outcome of the last run; `running`: a process holds the session; `unknown`: the record ends without an end. */
  readonly outcome: string;
  readonly totals: Totals;
  /** The permission rules of the last run, in the order in which they are tried: deny, ask, allow. */
  readonly rules?: readonly RuleEntry[] | undefined;
  readonly permissionMode?: string | undefined;
  /** Facts that a reader must know: incomplete lines, missing times, missing files of subagents, kinds of redaction. */
  readonly notes: readonly string[];
}

export interface Totals {
  readonly turns: number;
  readonly calls: number;
  readonly denied: number;
  readonly failed: number;
  readonly spilled: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** US dollars; `null`: a price is unknown. Absent: the record says nothing of costs. */
  readonly usd?: number | null | undefined;
  readonly durationMs?: number | undefined;
  readonly modelMs?: number | undefined;
}

export interface RuleEntry {
  readonly effect: 'deny' | 'ask' | 'allow';
  readonly rule: string;
  readonly place?: Place | undefined;
}

/** A place in a file of the configuration. Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export type TreeNode = RunNode | AgentNode | PromptNode | TurnNode | CallNode | MarkNode;

interface BaseNode {
  readonly id: number;
  /** The node above; absent for a run of the outermost agent. */
  readonly parent?: number | undefined;
  /** Milliseconds since 1970. Absent: the record has no times. A clock may have jumped: `end` is never before `start`. */
  readonly start?: number | undefined;
  /** Absent: it has not ended, or the record does not say when. */
  readonly end?: number | undefined;
  /** The names of the agents from the outermost one to this one. */
  readonly agent: readonly string[];
  /** The length of the contents in characters, so that a reader knows what it asks for. */
  readonly size: number;
}

/** From a prompt, a resume or a fork to its result. A session may contain several. */
export interface RunNode extends BaseNode {
  readonly kind: 'run';
  /** The first words of the prompt. */
  readonly title: string;
  readonly source: 'startup' | 'resume' | 'fork';
  /** Absent: the process ended without a result (a crash, a kill), or it still runs. */
  readonly outcome?: string | undefined;
  readonly error?: { readonly code: string; readonly message: string; readonly fix?: string | undefined } | undefined;
}

/** The run of a subagent, below the call that started it. */
export interface AgentNode extends BaseNode {
  readonly kind: 'agent';
  readonly title: string;
  readonly outcome?: string | undefined;
}

/** A message of a person, a program or a hook that the model reads. */
export interface PromptNode extends BaseNode {
  readonly kind: 'prompt';
  readonly title: string;
}

/** One request to the model and its answer. The calls of the answer are its children. */
export interface TurnNode extends BaseNode {
  readonly kind: 'turn';
  /** Counted from 1 in each agent. */
  readonly turn: number;
  readonly model: string;
  readonly purpose: 'turn' | 'summary' | 'small' | 'sampling';
  /** The first words of the answer. */
  readonly title: string;
  readonly stopReason?: string | undefined;
  readonly usage?: TurnUsage | undefined;
  /** US dollars; `null`: the price is unknown. */
  readonly usd?: number | null | undefined;
  /** The share of the model's window that the request filled, 0 to 1. */
  readonly window?: number | undefined;
  /** Why the provider read less from its cache than it had kept. Absent: it did not, or the reason is not known. */
  readonly cacheBreak?: string | undefined;
  readonly error?: string | undefined;
}

export interface TurnUsage {
  /** Tokens that were neither read from the cache nor written to it. */
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export interface CallNode extends BaseNode {
  readonly kind: 'call';
  /** The id that the model gave the call. */
  readonly callId: string;
  readonly tool: string;
  /** The input in one line: a command, a path, a pattern. */
  readonly title: string;
  /** `running`: it began and has no end. `unfinished`: the process ended first, and no later one took it up. */
  readonly state: 'done' | 'failed' | 'denied' | 'refused' | 'interrupted' | 'deferred' | 'running' | 'unfinished';
  readonly code?: string | undefined;
  readonly decision?: Decision | undefined;
  readonly hooks?: readonly HookAnswer[] | undefined;
  /** The part of the time in which a person was asked. */
  readonly askedMs?: number | undefined;
  /** The journal's view of the call. `notRunAgain`: a resumed session found it begun and reported it as interrupted. */
  readonly journal?: {
    readonly started: boolean;
    readonly repeatable?: boolean | undefined;
    readonly notRunAgain?: boolean | undefined;
  };
  readonly spill?: { readonly path: string; readonly chars?: number | undefined } | undefined;
  /** The id of an earlier call with the same tool, input and failure. Its cost was wasted. */
  readonly repeats?: number | undefined;
  /** A stable hash of tool and input, with which two recordings are aligned. */
  readonly hash: string;
}

/** Why a call ran or did not. */
export interface Decision {
  readonly effect: 'allow' | 'deny';
  readonly by: 'rule' | 'mode' | 'hook' | 'person' | 'nobody';
  /** One sentence. */
  readonly reason: string;
  /** The rule that decided, or the ask rule that made the question. */
  readonly rule?: string | undefined;
  readonly place?: Place | undefined;
  readonly mode?: string | undefined;
  /** A change that would have allowed a denied call, as lines for the configuration or as a sentence. */
  readonly cure?: string | undefined;
}

export interface HookAnswer {
  readonly event: string;
  readonly name: string;
  readonly outcome: string;
  readonly at?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly place?: Place | undefined;
}

/** A point in the record: a compaction, a border between processes, a change of mode or folder. */
export interface MarkNode extends BaseNode {
  readonly kind: 'mark';
  readonly mark: 'compact' | 'crash' | 'cut' | 'permissions' | 'cwd';
  readonly title: string;
}

/** The contents of a node. A kind of node leaves out what it does not have. */
export interface Contents {
  readonly id: number;
  /** A call: the input as JSON text. */
  readonly input?: LongText | undefined;
  /** A call: the text that the model got. */
  readonly result?: LongText | undefined;
  /** A turn: the messages that this request sent and the one before did not. */
  readonly sent?: readonly BlockContent[] | undefined;
  /** A turn: text, thinking and calls of the answer. A prompt: its blocks. */
  readonly said?: readonly BlockContent[] | undefined;
  /** A call that changed files. */
  readonly files?: readonly FileChange[] | undefined;
  /** The lines of the record behind this node, as JSON text. */
  readonly raw?: LongText | undefined;
}

export interface FileChange {
  /** Relative to the session's folder where it lies below it. */
  readonly path: string;
  readonly change: 'created' | 'changed' | 'deleted';
  /** Both texts; absent where the file is not text, too long or not kept, with the reason in `note`. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly note?: string | undefined;
  /** The nodes of the calls that changed the file. */
  readonly calls: readonly number[];
}

/** All files that a session changed. `source`: the session's checkpoints, or only the inputs of its calls. */
export interface FileChanges {
  readonly source: 'checkpoints' | 'calls';
  readonly isPartial: boolean;
  readonly files: readonly FileChange[];
}
