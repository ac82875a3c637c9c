import type { JsonSchema } from '../schema.js';
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
  readonly system: readonly SystemBlock[];
  readonly tools: readonly ApiTool[];
  readonly messages: readonly Message[];
  readonly maxOutputTokens?: number | undefined;
  readonly thinking?: Thinking | undefined;
  readonly effort?: string | undefined;
  readonly betas?: readonly string[] | undefined;
  /** Which prompt cache to ask for; `off` sends no markers. Default `5m`. */
  readonly promptCache?: '5m' | '1h' | 'off' | undefined;
  /** The provider's side clears old calls and results by itself; one that cannot leaves it out. Source: COMPACT-03. */
  readonly clearToolUses?: ClearToolUses | undefined;
  /** Sent as they are; for what a provider knows and Loadout does not. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

export interface SystemBlock {
  readonly type: 'text';
  readonly text: string;
  /** True of one session only. It stands last: what is kept for later sessions, such as a prompt cache or a recording, ends before it. */
  readonly volatile?: true | undefined;
}

export interface ClearToolUses {
  /** Tokens of input from which on it happens. Default 100,000. */
  readonly trigger?: number | undefined;
  /** So many of the newest calls stay. Default 3. */
  readonly keep?: number | undefined;
  /** Tokens that clearing must free at least, since each time it happens the prompt cache is written anew. */
  readonly clearAtLeast?: number | undefined;
  /** The calls of these tools stay. */
  readonly excludeTools?: readonly string[] | undefined;
}

/** How much of what a provider allows in a time is used up. */
export interface RateLimit {
  /** In the provider's words, such as `requests`, `input-tokens` or `unified-5h`. */
  readonly name: string;
  /** 0 to 1. */
  readonly used: number;
  /** Milliseconds since 1970. */
  readonly resetsAt?: number | undefined;
  /** In the provider's words, such as `allowed_warning` or `rejected`. */
  readonly status?: string | undefined;
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
  /** How long the `cache_creation_input_tokens` are kept. */
  readonly cache_creation?: { readonly ephemeral_5m_input_tokens?: number; readonly ephemeral_1h_input_tokens?: number };
  readonly output_tokens_details?: { readonly thinking_tokens?: number };
  /** Uses of the provider's own tools. */
  readonly server_tool_use?: { readonly web_search_requests?: number; readonly web_fetch_requests?: number };
  readonly service_tier?: string;
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
 * An event of a provider, in the order of the model's message. A `block` comes as soon as that block is complete, before
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
  /** The limits that the provider reported with this answer, or when it refused one. */
  | { readonly type: 'rate_limits'; readonly limits: readonly RateLimit[] }
  /** `usage`: `undefined` where the provider does not report it, or reports figures that cannot be (`readUsage`). */
  | { readonly type: 'end'; readonly stopReason: StopReason; readonly usage: Usage | undefined };

/**
 * A source of model turns.
 * An answer of more than `maxAnswerChars`, text and tool input together, is ended with an error; the runner counts what is yielded.
 * With `raw`, what came over the wire is yielded too, each before what was made of it; a provider may leave that out.
 * Contract: `stream` yields `start`, then blocks, then exactly one `end`, or throws a `LoadoutError`. `retry` and `rate_limits`
 * may come before `start` only: once a block has been yielded nothing is tried again. It stops soon after `signal` aborts, by throwing.
 */
export interface ModelProvider {
  readonly name: string;
  /** Why this provider cannot be used here, such as a key that is not set; `undefined` when it can. Cheap and without network. */
  missing?(): string | undefined;
  /**
   * The credentials that it sends, which nothing may show. Asked for again and again, so cheap: the same array while nothing
   * is added. A key that is known only later is added later. Absent: none.
   */
  secrets?(): readonly string[];
  /** The provider understands `defer_loading`, and results that refer to tools. Default `false`. Source: POOL-14. */
  readonly knowsReferences?: boolean | undefined;
  stream(
    request: ModelRequest,
    options: {
      readonly signal: AbortSignal;
      readonly raw?: boolean | undefined;
      readonly maxAnswerChars?: number | undefined;
    },
  ): AsyncIterable<ModelEvent>;
}
