import type { PermissionMode, Position } from '@loadout/core';
import type { Block, Message, ModelEvent, RateLimit, StopReason, Usage } from '@loadout/core/model';
import type { CallEvent, PermissionUpdate, SessionEvent } from '@loadout/core/run';
import type { RunResult } from '@loadout/sessions';
import type { Totals } from './usage.js';

/** Everything that a run reports, in order. Text output, JSON, terminals and viewers all read this one stream. */
export type AgentEvent =
  | { readonly type: 'init'; readonly init: RunInit }
  /** A message of the model has ended. `totals` is the usage of the run so far. */
  | { readonly type: 'turn'; readonly turn: number; readonly totals: Totals }
  /** Pieces of the model's message, and the wait before a request is sent again. `raw` comes only with `rawEvents` (LOOP-21). */
  | Extract<ModelEvent, { readonly type: 'text' | 'thinking' | 'retry' | 'raw' }>
  /** A prompt of a person or a program was accepted, in the form that the model gets. `uuid` is that of its record. */
  | { readonly type: 'prompt'; readonly uuid: string; readonly message: Message }
  /** The model begins a message. `id` and `model` are the provider's values. */
  | {
      readonly type: 'message_start';
      readonly uuid: string;
      readonly id: string;
      readonly model: string;
      readonly requestId?: string | undefined;
      readonly usage?: Usage | undefined;
    }
  /** A block of that message is complete. If it is a call, the call has not begun. */
  | { readonly type: 'block'; readonly uuid: string; readonly index: number; readonly block: Block }
  /** The model's whole message, after its blocks. */
  | {
      readonly type: 'message';
      readonly uuid: string;
      readonly id: string;
      readonly model: string;
      readonly requestId?: string | undefined;
      readonly message: Message;
      readonly stopReason: StopReason;
      /** The usage; `undefined` if the provider did not report it. */
      readonly usage: Usage | undefined;
    }
  /** A message of ours that the model will read: results, or a hook's reason to continue. */
  | { readonly type: 'reply'; readonly uuid: string; readonly message: Message }
  /**
   * The model is about to be asked. `id` counts from 1 in each agent. Each `request` is followed by exactly one `response`.
   * Source: EVT-03.
   */
  | {
      readonly type: 'request';
      readonly id: number;
      readonly purpose: RequestPurpose;
      readonly model: string;
      readonly messages: number;
      readonly tools: number;
    }
  /** The answer has ended or failed. A failed answer has no usage, and the code of an error unless the request was abandoned. */
  | {
      readonly type: 'response';
      readonly id: number;
      readonly purpose: RequestPurpose;
      readonly model: string;
      readonly durationMs: number;
      readonly stopReason?: StopReason | undefined;
      readonly usage?: Usage | undefined;
      /** US dollars; `null` if the price is unknown. */
      readonly costUsd?: number | null | undefined;
      readonly error?: string | undefined;
    }
  /** The streaming message is thrown away and requested again. */
  | { readonly type: 'discard'; readonly reason: string }
  /**
   * A message for the person watching. `info`: no warning, such as a text of a hook. `toolUseId`: the call that the message is
   * about.
   */
  | {
      readonly type: 'notice';
      readonly message: string;
      readonly level?: 'info' | undefined;
      readonly toolUseId?: string | undefined;
    }
  /** The start of the run waits for something, such as an MCP server that is slow to start. May come before `init`. */
  | { readonly type: 'waiting'; readonly message: string }
  /** The used share of the provider's limits. A notice reports 80 % once, until the share falls again. Source: RETRY-06. */
  | { readonly type: 'rate_limits'; readonly model: string; readonly limits: readonly RateLimit[] }
  /** The conversation was compacted: old results were cleared, or a summary replaced older messages (COMPACT-07). */
  | {
      readonly type: 'compact';
      readonly trigger: 'manual' | 'auto';
      readonly preTokens: number;
      /** An estimate of what is left. Absent, as the time, in an event that was read from a record. */
      readonly postTokens?: number | undefined;
      readonly durationMs?: number | undefined;
      readonly how: 'cleared' | 'summarised';
    }
  /**
   * A call is allowed, for this reason and, if a rule decided, by this rule. For a denied call, `tool_result` has the reason.
   * Source: TRACE-01.
   */
  | {
      readonly type: 'permitted';
      readonly id: string;
      readonly name: string;
      readonly reason: string;
      readonly rule?: string | undefined;
      /** The place of the rule in the configuration. */
      readonly position?: Position | undefined;
      /** The hook or the person that allowed the call. Absent: a rule or the mode did. */
      readonly by?: 'hook' | 'person' | undefined;
    }
  /** Permission updates that now apply. A host with settings stores the updates whose destination is one of its settings. */
  | { readonly type: 'permissions'; readonly updates: readonly PermissionUpdate[]; readonly mode: PermissionMode }
  /** An event of a subagent, the outermost agent first. Pieces of text are left out, since the messages contain them. */
  | {
      readonly type: 'subagent';
      readonly path: readonly string[];
      readonly toolUseId?: string | undefined;
      /** If true, the call that started the agent did not wait for it. */
      readonly inBackground?: boolean | undefined;
      readonly event: Exclude<AgentEvent, { readonly type: 'subagent' }>;
    }
  /** Work in the background has begun or ended. A call that is moved to the background counts as a beginning. */
  | {
      readonly type: 'task';
      readonly id: string;
      readonly kind: string;
      readonly title: string;
      /** The purpose of the work, in the words of the call. */
      readonly description?: string | undefined;
      /** The call that started the work. */
      readonly toolUseId?: string | undefined;
      /** The file with all output. */
      readonly outputFile?: string | undefined;
      readonly state: 'running' | 'completed' | 'failed' | 'killed';
      readonly exitCode?: number | undefined;
    }
  | Exclude<CallEvent, { readonly type: 'hook_message' }>
  | SessionEvent
  /** The last event of a run, exactly once. */
  | { readonly type: 'result'; readonly result: RunResult };

/**
 * The purpose of a request: a turn of the conversation, a summary, a tool's question to the small model, or an MCP server's
 * question.
 */
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
