import type { CallEvent, Message, PermissionMode, PermissionUpdate, SessionEvent, StopReason, Usage } from '@loadout/core';
import type { Totals } from './usage.js';

/** Everything that a run tells, in order. Text, JSON, terminals and viewers are readers of this one stream. */
export type AgentEvent =
  | { readonly type: 'init'; readonly init: RunInit }
  /** A message of the model has ended; what the run has used up to here. */
  | { readonly type: 'turn'; readonly turn: number; readonly totals: Totals }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  /** The model's whole message, after its parts. */
  | { readonly type: 'message'; readonly message: Message; readonly stopReason: StopReason; readonly usage: Usage }
  /** A message of ours that the model will read: results, or what a hook makes the run go on with. */
  | { readonly type: 'reply'; readonly message: Message }
  | { readonly type: 'retry'; readonly attempt: number; readonly delayMs: number; readonly reason: string }
  /** The message that was streaming is thrown away and asked for again. */
  | { readonly type: 'discard'; readonly reason: string }
  | { readonly type: 'notice'; readonly message: string }
  /** The conversation was made shorter: old results were cleared, or a summary took the place of older messages (COMPACT-07). */
  | {
      readonly type: 'compact';
      readonly trigger: 'manual' | 'auto';
      readonly preTokens: number;
      readonly how: 'cleared' | 'summarised';
    }
  /** From now on these hold. A host that keeps settings writes those down whose destination is one of them. */
  | { readonly type: 'permissions'; readonly updates: readonly PermissionUpdate[]; readonly mode: PermissionMode }
  /** What happens in an agent that this one started; the outermost first. Its pieces of text are left out: its messages hold them. */
  | {
      readonly type: 'subagent';
      readonly path: readonly string[];
      readonly toolUseId?: string | undefined;
      readonly event: Exclude<AgentEvent, { readonly type: 'subagent' }>;
    }
  | CallEvent
  | SessionEvent
  /** Always the last one, exactly once. */
  | { readonly type: 'result'; readonly result: RunResult };

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
  readonly denials: readonly Denial[];
  readonly spilled: number;
  readonly usage: Usage;
  /** US dollars; `null` when the price of a model that was used is not known. */
  readonly costUsd: number | null;
  readonly durationMs: number;
  /** The part of it that was spent waiting for the model. */
  readonly modelMs: number;
  readonly stopReason?: StopReason | undefined;
  /** The first of those that were put off. Source: CTRL-13. */
  readonly deferredCall?: { readonly id: string; readonly name: string; readonly input: unknown } | undefined;
  readonly error?: { readonly code: string; readonly message: string; readonly fix?: string | undefined } | undefined;
}

export interface Denial {
  readonly tool_name: string;
  readonly tool_use_id: string;
  readonly tool_input: unknown;
  readonly reason: string;
}
