import type { ErrorValues } from '@loadout/core';
import type { StopReason, Usage } from '@loadout/core/model';
import type { SettledCall } from '@loadout/core/run';

export type RunOutcome =
  | 'success'
  /** The run came to its answer, but every call that would have changed something was denied. */
  | 'denied'
  | 'error_max_turns'
  | 'error_limit'
  | 'error_during_execution'
  | 'error_max_structured_output_retries'
  | 'error_model'
  | 'blocked'
  | 'stopped'
  /** A hook deferred the call `deferredCall`. The resumed session begins with it. */
  | 'deferred'
  | 'interrupted';

/** The result of a run. Source: LOOP-23. */
export interface RunResult {
  readonly outcome: RunOutcome;
  readonly sessionId: string;
  /** The text of the model's last message. */
  readonly text: string;
  readonly structuredOutput?: unknown;
  /** The number of messages of the model. */
  readonly turns: number;
  readonly toolCalls: number;
  /** The calls of this agent itself, in the order in which they ended. Source: TRACE-03. */
  readonly calls: readonly CallSummary[];
  readonly denials: readonly Denial[];
  readonly spilled: number;
  readonly usage: Usage;
  /** US dollars; `null` if the price of a used model is unknown. */
  readonly costUsd: number | null;
  /** Totals by model, under the provider's names. Source: COST-01. */
  readonly models: Readonly<Record<string, Used>>;
  readonly durationMs: number;
  /** The part of `durationMs` spent waiting for the model. */
  readonly modelMs: number;
  readonly stopReason?: StopReason | undefined;
  /** The first deferred call. Source: CTRL-13. */
  readonly deferredCall?: { readonly id: string; readonly name: string; readonly input: unknown } | undefined;
  readonly error?:
    | {
        readonly code: string;
        readonly message: string;
        readonly fix?: string | undefined;
        /** Parts of the message, such as the limit and its value. */
        readonly values?: ErrorValues | undefined;
      }
    | undefined;
}

/** The summary of a call kept in memory. The transcript has the input and the result under the call's id. */
export interface CallSummary {
  readonly id: string;
  readonly name: string;
  readonly outcome: SettledCall['outcome'];
  readonly durationMs: number;
  /** The length of the input as JSON. `resultChars`: the length of the text of the result. */
  readonly inputChars: number;
  readonly resultChars: number;
}

export interface Denial {
  readonly tool_name: string;
  readonly tool_use_id: string;
  readonly tool_input: unknown;
  readonly reason: string;
}

/** The usage of one model, or of all models together. */
export interface Used {
  readonly usage: Usage;
  /** `null` after a turn whose price is unknown, never zero in its place (COST-02). */
  readonly costUsd: number | null;
}
