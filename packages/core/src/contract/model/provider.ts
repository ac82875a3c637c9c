import type { JsonSchema } from '../schema.js';
import type { Block, Message } from './message.js';

/** A tool as the Messages API lists it. Source: POOL-11. */
export interface ApiTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
  readonly annotations?: unknown;
  /** If true, the model does not see the schema until a result refers to the tool. Only for a provider with `knowsReferences`. */
  readonly defer_loading?: boolean;
}

/** The request of one turn. `system` and `tools` are the same objects in every turn of a session unless they changed. */
export interface ModelRequest {
  readonly model: string;
  readonly system: readonly SystemBlock[];
  readonly tools: readonly ApiTool[];
  readonly messages: readonly Message[];
  readonly maxOutputTokens?: number | undefined;
  readonly thinking?: Thinking | undefined;
  readonly effort?: string | undefined;
  readonly temperature?: number | undefined;
  /** If false, the model is asked for at most one call in a message. Default: the provider's. */
  readonly parallelCalls?: boolean | undefined;
  readonly betas?: readonly string[] | undefined;
  /** The lifetime of the prompt cache. `off` sends no cache markers. Default `5m`. */
  readonly promptCache?: '5m' | '1h' | 'off' | undefined;
  /** Lets the provider clear old calls and results. Ignored by providers that cannot. Source: COMPACT-03. */
  readonly clearToolUses?: ClearToolUses | undefined;
  /** Fields sent unchanged, for options that the provider knows and Loadout does not. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

export interface SystemBlock {
  readonly type: 'text';
  readonly text: string;
  /** Valid for one session only. Comes last: content kept for later sessions, such as a prompt cache, ends before it. */
  readonly volatile?: true | undefined;
}

export interface ClearToolUses {
  /** The number of input tokens at which clearing begins. Default 100,000. */
  readonly trigger?: number | undefined;
  /** The number of newest calls that stay. Default 3. */
  readonly keep?: number | undefined;
  /** The minimum number of tokens to clear, since each clearing rewrites the prompt cache. */
  readonly clearAtLeast?: number | undefined;
  /** Tools whose calls stay. */
  readonly excludeTools?: readonly string[] | undefined;
}

/** The used part of one of the provider's rate limits. */
export interface RateLimit {
  /** The provider's name of the limit, such as `requests`, `input-tokens` or `unified-5h`. */
  readonly name: string;
  /** The used fraction, 0 to 1. */
  readonly used: number;
  /** The time of the reset, in milliseconds since 1970. */
  readonly resetsAt?: number | undefined;
  /** The provider's status, such as `allowed_warning` or `rejected`. */
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
  /** The `cache_creation_input_tokens` by lifetime. */
  readonly cache_creation?: { readonly ephemeral_5m_input_tokens?: number; readonly ephemeral_1h_input_tokens?: number };
  readonly output_tokens_details?: { readonly thinking_tokens?: number };
  /** Uses of the provider's own tools, by tool. */
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
 * An event of a provider, in the order of the model's message. A `block` comes as soon as the block is complete, before `end`, so
 * that a tool can start early. `malformed` holds the raw input of a tool use whose JSON does not parse; its `input` is then `{}`.
 */
export type ModelEvent =
  /** The beginning of the message. `usage`: the counts known so far. `requestId`: the provider's name for the request. */
  | {
      readonly type: 'start';
      readonly id: string;
      readonly model: string;
      readonly usage?: Usage | undefined;
      readonly requestId?: string | undefined;
    }
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
  /** A message for the person watching, such as a warning of the provider about an option that it ignores. */
  | { readonly type: 'notice'; readonly message: string }
  /** The limits that the provider reported with this answer or with a refusal. */
  | { readonly type: 'rate_limits'; readonly limits: readonly RateLimit[] }
  /** The end of the message. `usage` is `undefined` if the provider reports no usage, or impossible figures (`readUsage`). */
  | { readonly type: 'end'; readonly stopReason: StopReason; readonly usage: Usage | undefined };

/** A fact about a provider's settings or server. `problem`: requests will fail. `note`: they may go wrong. */
export interface ModelFinding {
  readonly state: 'ok' | 'note' | 'problem';
  readonly says: string;
  readonly fix?: string | undefined;
}

/** The reason why a provider cannot be used: `EXAMPLE_KEY is not set`, and the step that helps: `Set EXAMPLE_KEY.` */
export type Missing = { readonly why: string; readonly fix: string };

/**
 * A source of model turns. The runner counts what is yielded and ends an answer of more than `maxAnswerChars` (text and tool
 * input together) with an error. With `raw`, the wire data is yielded too, each piece before the events parsed from it; a
 * provider may leave that out. Contract: `stream` yields `start`, then blocks, then exactly one `end`, or throws a
 * `LoadoutError`. `retry`, `notice` and `rate_limits` come only before `start`: after a block the provider retries nothing. `stream` throws
 * soon after `signal` aborts.
 */
export interface ModelProvider {
  readonly name: string;
  /**
   * The owner and form of the opaque data in its blocks: two providers with the same `api` take each other's blocks of the same
   * model. `messages` of a request holds no opaque block of another `api` or model. Default: `name`.
   */
  readonly api?: string | undefined;
  /** Returns what the provider lacks here, such as a key or a package; `undefined` if nothing. Cheap, without network. */
  missing?(): Missing | undefined;
  /**
   * Returns the credentials that the provider sends, which must never be shown. Called often, so cheap: returns the same array
   * until a key is added. A key that becomes known later is added later. Absent: no credentials.
   */
  secrets?(): readonly string[];
  /**
   * Examines the settings and the server of a model for `loadout doctor`. Contract: sends no credential, so it asks only a server
   * that needs none; settles soon after `signal` aborts.
   */
  diagnose?(model: string, signal: AbortSignal): Promise<readonly ModelFinding[]>;
  /** If true, the provider understands `defer_loading` and results that refer to tools. Default `false`. Source: POOL-14. */
  readonly knowsReferences?: boolean | undefined;
  stream(
    request: ModelRequest,
    options: {
      readonly signal: AbortSignal;
      readonly raw?: boolean | undefined;
      readonly maxAnswerChars?: number | undefined;
      /** The agent that asks, its session, and whether the request is a turn of its conversation, for a provider that plays several agents. */
      readonly asker?: { readonly agent: string; readonly session: string; readonly purpose: string } | undefined;
    },
  ): AsyncIterable<ModelEvent>;
}
