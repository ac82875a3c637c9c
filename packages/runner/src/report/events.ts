import type {
  Block,
  CallEvent,
  Message,
  PermissionMode,
  PermissionUpdate,
  RateLimit,
  SessionEvent,
  SettledCall,
  StopReason,
  Usage,
} from '@loadout/core';
import type { Totals } from './usage.js';

/** Everything that a run tells, in order. Text, JSON, terminals and viewers are readers of this one stream. */
export type AgentEvent =
  | { readonly type: 'init'; readonly init: RunInit }
  /** A message of the model has ended; what the run has used up to here. */
  | { readonly type: 'turn'; readonly turn: number; readonly totals: Totals }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  /** What a person or a program asked was taken up, as it goes to the model. `uuid` is that of its record. */
  | { readonly type: 'prompt'; readonly uuid: string; readonly message: Message }
  /** The model begins a message. `id` and `model` are what the provider names. */
  | {
      readonly type: 'message_start';
      readonly uuid: string;
      readonly id: string;
      readonly model: string;
      readonly usage?: Usage | undefined;
    }
  /** A part of that message is whole. A call has not begun then. */
  | { readonly type: 'block'; readonly uuid: string; readonly index: number; readonly block: Block }
  /** As the provider sent it. Only with `rawEvents`. Source: LOOP-21. */
  | { readonly type: 'raw'; readonly event: unknown }
  /** The model's whole message, after its parts. */
  | {
      readonly type: 'message';
      readonly uuid: string;
      readonly id: string;
      readonly model: string;
      readonly message: Message;
      readonly stopReason: StopReason;
      /** `undefined` where the provider did not report it. */
      readonly usage: Usage | undefined;
    }
  /** A message of ours that the model will read: results, or what a hook makes the run go on with. */
  | { readonly type: 'reply'; readonly uuid: string; readonly message: Message }
  /** The model is about to be asked. `id` counts from 1 in each agent. Each is followed by exactly one `response`. Source: EVT-03. */
  | {
      readonly type: 'request';
      readonly id: number;
      readonly purpose: RequestPurpose;
      readonly model: string;
      readonly messages: number;
      readonly tools: number;
    }
  /** Its answer has ended, or failed: then it has no usage, and the code of an error unless nobody waited for it any longer. */
  | {
      readonly type: 'response';
      readonly id: number;
      readonly purpose: RequestPurpose;
      readonly model: string;
      readonly durationMs: number;
      readonly stopReason?: StopReason | undefined;
      readonly usage?: Usage | undefined;
      /** US dollars; `null`: the price is not known. */
      readonly costUsd?: number | null | undefined;
      readonly error?: string | undefined;
    }
  | {
      readonly type: 'retry';
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: string;
      readonly status?: number | undefined;
    }
  /** The message that was streaming is thrown away and asked for again. */
  | { readonly type: 'discard'; readonly reason: string }
  /** For the person watching. `info`: no warning, such as what a hook says; `toolUseId`: the call that it is about. */
  | {
      readonly type: 'notice';
      readonly message: string;
      readonly level?: 'info' | undefined;
      readonly toolUseId?: string | undefined;
    }
  /** How much of its limits the provider says are used up. A notice tells of 80 % once, until it falls again. Source: RETRY-06. */
  | { readonly type: 'rate_limits'; readonly model: string; readonly limits: readonly RateLimit[] }
  /** The conversation was made shorter: old results were cleared, or a summary took the place of older messages (COMPACT-07). */
  | {
      readonly type: 'compact';
      readonly trigger: 'manual' | 'auto';
      readonly preTokens: number;
      readonly how: 'cleared' | 'summarised';
    }
  /** A call may run, for this reason, and by this rule where one decided. One that may not has that in its `tool_result`. Source: TRACE-01. */
  | {
      readonly type: 'permitted';
      readonly id: string;
      readonly name: string;
      readonly reason: string;
      readonly rule?: string | undefined;
    }
  /** From now on these hold. A host that keeps settings writes those down whose destination is one of them. */
  | { readonly type: 'permissions'; readonly updates: readonly PermissionUpdate[]; readonly mode: PermissionMode }
  /** What happens in an agent that this one started; the outermost first. Its pieces of text are left out: its messages hold them. */
  | {
      readonly type: 'subagent';
      readonly path: readonly string[];
      readonly toolUseId?: string | undefined;
      /** The call that started it did not wait for it. */
      readonly inBackground?: boolean | undefined;
      readonly event: Exclude<AgentEvent, { readonly type: 'subagent' }>;
    }
  /** Work goes on in the background from now on, also such as a call waited for until now; or it has ended. */
  | {
      readonly type: 'task';
      readonly id: string;
      readonly kind: string;
      readonly title: string;
      /** What it is for, in the words of the call. */
      readonly description?: string | undefined;
      /** The call that it began with. */
      readonly toolUseId?: string | undefined;
      /** Where all that it says is kept. */
      readonly outputFile?: string | undefined;
      readonly state: 'running' | 'completed' | 'failed' | 'killed';
      readonly exitCode?: number | undefined;
    }
  | Exclude<CallEvent, { readonly type: 'hook_message' }>
  | SessionEvent
  /** Always the last one, exactly once. */
  | { readonly type: 'result'; readonly result: RunResult };

/** A turn of the conversation, a summary of it, a question of a tool to the small model, or one of an MCP server. */
export type RequestPurpose = 'turn' | 'summary' | 'small' | 'sampling';

export interface RunInit {
  readonly sessionId: string;
  readonly transcript: string;
  readonly agent: string;
  readonly model: { readonly id: string; readonly provider: string; readonly why?: string | undefined };
  readonly cwd: string;
  readonly tools: readonly string[];
  readonly permissionMode: PermissionMode;
  readonly source: 'startup' | 'resume' | 'fork';
}

export type RunOutcome =
  | 'success'
  | 'error_max_turns'
  | 'error_limit'
  | 'error_during_execution'
  | 'error_max_structured_output_retries'
  | 'error_model'
  | 'blocked'
  | 'stopped'
  /** A hook put a call off: `deferredCall`. Resumed, the session begins with it. */
  | 'deferred'
  | 'interrupted';

/** How a run ended. Source: LOOP-23. */
export interface RunResult {
  readonly outcome: RunOutcome;
  readonly sessionId: string;
  /** The text of the model's last message. */
  readonly text: string;
  readonly structuredOutput?: unknown;
  /** Messages of the model. */
  readonly turns: number;
  readonly toolCalls: number;
  /** Those of this agent itself, in the order in which they ended. Source: TRACE-03. */
  readonly calls: readonly CallSummary[];
  readonly denials: readonly Denial[];
  readonly spilled: number;
  readonly usage: Usage;
  /** US dollars; `null` when the price of a model that was used is not known. */
  readonly costUsd: number | null;
  /** The same by model, named as its provider names it. Source: COST-01. */
  readonly models: Totals['models'];
  readonly durationMs: number;
  /** The part of it that was spent waiting for the model. */
  readonly modelMs: number;
  readonly stopReason?: StopReason | undefined;
  /** The first of those that were put off. Source: CTRL-13. */
  readonly deferredCall?: { readonly id: string; readonly name: string; readonly input: unknown } | undefined;
  readonly error?: { readonly code: string; readonly message: string; readonly fix?: string | undefined } | undefined;
}

/** What is kept of a call in memory: its input and its result stand in the transcript under its id. */
export interface CallSummary {
  readonly id: string;
  readonly name: string;
  readonly outcome: SettledCall['outcome'];
  readonly durationMs: number;
  /** How long its input, as JSON, and the text of its result were. */
  readonly inputChars: number;
  readonly resultChars: number;
}

export interface Denial {
  readonly tool_name: string;
  readonly tool_use_id: string;
  readonly tool_input: unknown;
  readonly reason: string;
}
