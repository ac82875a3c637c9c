import type { JsonSchema } from '../contract/schema.js';
import type { Block, Message } from './message.js';

/** A tool as the Messages API lists it. Source: POOL-11. */
export interface ApiTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
  readonly annotations?: unknown;
  /** The schema is kept from the model until a result refers to it. Only for a provider that `knowsReferences`. */
  readonly defer_loading?: boolean;
}

/** One turn's request. `system` and `tools` are the same objects in every turn of a session unless they changed. */
export interface ModelRequest {
  readonly model: string;
  readonly system: readonly { readonly type: 'text'; readonly text: string }[];
  readonly tools: readonly ApiTool[];
  readonly messages: readonly Message[];
  readonly maxOutputTokens?: number | undefined;
  readonly thinking?: Thinking | undefined;
  readonly effort?: string | undefined;
  readonly betas?: readonly string[] | undefined;
  /** Which prompt cache to ask for; `off` sends no markers. Default `5m`. */
  readonly promptCache?: '5m' | '1h' | 'off' | undefined;
  /** Sent as they are; for what a provider knows and Loadout does not. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

export type Thinking =
  | { readonly type: 'adaptive' }
  | { readonly type: 'enabled'; readonly budget_tokens: number }
  | { readonly type: 'disabled' };

export interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_creation_input_tokens?: number;
  readonly cache_read_input_tokens?: number;
}

export type StopReason =
  | 'end_turn'
  | 'tool_use'
  | 'max_tokens'
  | 'stop_sequence'
  | 'pause_turn'
  | 'refusal'
  | 'model_context_window_exceeded'
  | (string & {});

/**
 * What a provider yields, in the order of the model's message. A `block` comes as soon as that block is complete, before
 * `end`: a tool starts on it. `malformed` holds the raw input of a tool use whose JSON does not parse; its `input` is `{}`.
 */
export type ModelEvent =
  /** `usage`: what is known of it by then, the size of the prompt above all. */
  | { readonly type: 'start'; readonly id: string; readonly model: string; readonly usage?: Usage | undefined }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'block'; readonly block: Block; readonly malformed?: string | undefined }
  | { readonly type: 'raw'; readonly event: unknown }
  | {
      readonly type: 'retry';
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: string;
      readonly status?: number | undefined;
    }
  | { readonly type: 'end'; readonly stopReason: StopReason; readonly usage: Usage };

/**
 * A source of model turns.
 * With `raw`, what came over the wire is yielded too, each before what was made of it; a provider may leave that out.
 * Contract: `stream` yields `start`, then blocks, then exactly one `end`, or throws a `LoadoutError`. `retry` may come before
 * `start` only: once a block has been yielded nothing is tried again. It stops soon after `signal` aborts, by throwing.
 */
export interface ModelProvider {
  readonly name: string;
  /** Why this provider cannot be used here, such as a key that is not set; `undefined` when it can. Cheap and without network. */
  missing?(): string | undefined;
  /** It understands `defer_loading`, and results that refer to tools. Default `false`. Source: POOL-14. */
  readonly knowsReferences?: boolean | undefined;
  stream(
    request: ModelRequest,
    options: { readonly signal: AbortSignal; readonly raw?: boolean | undefined },
  ): AsyncIterable<ModelEvent>;
}
