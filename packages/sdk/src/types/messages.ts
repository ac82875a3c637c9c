import type { Message, StopReason } from '@loadout/core/model';
import type { AssistantError } from './assistant-error.js';
import type { PermissionMode } from './permissions.js';
import type { StreamEvent } from './stream-event.js';
import type { SDKToldMessage } from './system-messages.js';
import type { ApiUsage, ModelUsage, SubagentCounts } from './usage.js';

interface Framed {
  readonly uuid: string;
  readonly session_id: string;
}

/** A message from the program. */
export interface SDKUserMessage {
  readonly type: 'user';
  readonly message: { readonly role: 'user'; readonly content: string | readonly unknown[] };
  readonly parent_tool_use_id?: string | null | undefined;
  readonly session_id?: string | undefined;
  /** The uuid of the message's record. `rewindFiles` can go back to it. */
  readonly uuid?: string | undefined;
  readonly priority?: 'now' | 'next' | 'later' | undefined;
  /** `false`: the model reads the message with the next prompt. */
  readonly shouldQuery?: boolean | undefined;
  /** Takes the text literally: `/name` is not a command in it. */
  readonly client_composed?: boolean | undefined;
  readonly isSynthetic?: boolean | undefined;
  /** The source of the message. The result of its turn has the same. */
  readonly origin?: MessageOrigin | undefined;
}

/** The first message of each turn, sent once the prompt was accepted. */
export interface SDKSystemMessage extends Framed {
  readonly type: 'system';
  readonly subtype: 'init';
  readonly cwd: string;
  readonly tools: readonly string[];
  readonly mcp_servers: readonly { readonly name: string; readonly status: string }[];
  readonly model: string;
  readonly permissionMode: PermissionMode;
  readonly slash_commands: readonly string[];
  readonly agents: readonly string[];
  readonly skills: readonly string[];
  readonly plugins: readonly { readonly name: string; readonly path: string; readonly version?: string | undefined }[];
  readonly apiKeySource: string;
  readonly claude_code_version: string;
  readonly output_style: string;
  readonly fast_mode_state?: 'off' | undefined;
  readonly effort?: string | undefined;
  readonly capabilities?: readonly string[] | undefined;
}

/** One completed block of a message of the model. The blocks of one message share `message.id`. */
export interface SDKAssistantMessage extends Framed {
  readonly type: 'assistant';
  readonly message: {
    readonly id: string;
    readonly type: 'message';
    readonly role: 'assistant';
    readonly model: string;
    readonly content: Message['content'];
    readonly stop_reason: StopReason | null;
    readonly stop_sequence: null;
    /** The usage as the API sent it. */
    readonly usage: ApiUsage;
    readonly context_management: null;
  };
  readonly parent_tool_use_id: string | null;
  /** The API's name for the request. */
  readonly request_id?: string | undefined;
  readonly error?: AssistantError | undefined;
  /** If true, the engine wrote the message about a failure of the API. */
  readonly is_api_error_message?: boolean | undefined;
  readonly api_error_status?: number | null | undefined;
  readonly api_error_type?: string | undefined;
  readonly agent_id?: string | undefined;
  readonly subagent_type?: string | undefined;
  readonly task_description?: string | undefined;
  readonly aborted?: boolean | undefined;
  readonly timestamp?: string | undefined;
}

/** Results of tools, and texts of the engine itself for the model. */
export interface SDKUserMessageReplay extends Framed {
  readonly type: 'user';
  readonly message: { readonly role: 'user'; readonly content: string | readonly unknown[] };
  readonly parent_tool_use_id: string | null;
  /** The structured output of the tool, in its own shape. */
  readonly tool_use_result?: unknown;
  readonly isSynthetic?: boolean | undefined;
  readonly isReplay?: boolean | undefined;
  readonly origin?: MessageOrigin | undefined;
  readonly timestamp?: string | undefined;
  readonly agent_id?: string | undefined;
  readonly subagent_type?: string | undefined;
}

export interface SDKPermissionDenial {
  readonly tool_name: string;
  readonly tool_use_id: string;
  readonly tool_input: Record<string, unknown>;
}

interface ResultBase extends Framed {
  readonly type: 'result';
  readonly is_error: boolean;
  readonly num_turns: number;
  readonly stop_reason: StopReason | null;
  readonly duration_ms: number;
  readonly duration_api_ms: number;
  /** The cost of the whole query so far, including agents and summaries. */
  readonly total_cost_usd: number;
  /** The usage of the main loop in this turn. */
  readonly usage: ApiUsage;
  readonly modelUsage: Readonly<Record<string, ModelUsage>>;
  readonly permission_denials: readonly SDKPermissionDenial[];
  readonly terminal_reason?: TerminalReason | undefined;
  readonly api_error_status?: number | null | undefined;
  readonly api_error_type?: string | undefined;
  readonly ttft_ms?: number | undefined;
  readonly ttft_stream_ms?: number | undefined;
  /** Milliseconds until the first content of an answer. */
  readonly first_content_frame_ms?: number | undefined;
  /** The ids of the messages that the model began, if the program gets partial messages. */
  readonly begun_message_ids?: readonly string[] | undefined;
  /** The part of `modelUsage` since the result before. */
  readonly model_usage_since_last_result?: Readonly<Record<string, ModelUsage>> | undefined;
  /** The number of earlier results of this query. */
  readonly result_index?: number | undefined;
  readonly origin?: MessageOrigin | undefined;
  /** The number of prompts that wait for their turn. */
  readonly queued_turn_count?: number | undefined;
  /** Milliseconds until the first request to the model. */
  readonly time_to_request_ms?: number | undefined;
  readonly fast_mode_state?: 'off' | undefined;
  /** The agents of the query so far. */
  readonly subagent_stats?: SubagentCounts | undefined;
  /** The number of calls that a classifier stopped, which this engine does not have. */
  readonly safety_stops?: number | undefined;
}

/** The source of a prompt, as its host says, with more fields by kind. A turn about ended work has the kind `task-notification`. */
export interface MessageOrigin {
  readonly kind: string;
  readonly [field: string]: unknown;
}

export type TerminalReason =
  | 'completed'
  | 'max_turns'
  | 'budget_exhausted'
  | 'aborted_streaming'
  | 'aborted_tools'
  | 'hook_stopped'
  | 'stop_hook_prevented'
  | 'tool_deferred'
  | 'api_error'
  | 'model_error'
  | 'prompt_too_long'
  | 'structured_output_retry_exhausted'
  | 'turn_setup_failed';

export interface SDKResultSuccess extends ResultBase {
  readonly subtype: 'success';
  readonly result: string;
  /** The command that the engine answered itself, as it was written. */
  readonly local_command?: string | undefined;
  readonly structured_output?: unknown;
  readonly deferred_tool_use?: { readonly id: string; readonly name: string; readonly input: unknown } | undefined;
}

export interface SDKResultError extends ResultBase {
  readonly subtype: 'error_during_execution' | 'error_max_turns' | 'error_max_budget_usd' | 'error_max_structured_output_retries';
  readonly errors: readonly string[];
}

export type SDKResultMessage = SDKResultSuccess | SDKResultError;

/** An event as the API sent it. */
export interface SDKPartialAssistantMessage extends Framed {
  readonly type: 'stream_event';
  readonly event: StreamEvent;
  readonly parent_tool_use_id: string | null;
  readonly ttft_ms?: number | undefined;
  readonly api_message_id?: string | undefined;
}

export interface SDKToolProgressMessage extends Framed {
  readonly type: 'tool_progress';
  readonly tool_use_id: string;
  readonly tool_name: string;
  readonly parent_tool_use_id: string | null;
  readonly elapsed_time_seconds: number;
  readonly message?: string | undefined;
}

export type SDKMessage =
  | SDKSystemMessage
  | SDKAssistantMessage
  | SDKUserMessage
  | SDKUserMessageReplay
  | SDKResultMessage
  | SDKPartialAssistantMessage
  | SDKToolProgressMessage
  | SDKToldMessage;
