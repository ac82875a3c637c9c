import type { AssistantError } from './assistant-error.js';
import type { SlashCommand } from './control.js';
import type { PermissionMode } from './permissions.js';

interface Told {
  readonly type: 'system';
  readonly uuid: string;
  readonly session_id: string;
}

export type SDKStatus = 'compacting' | 'requesting' | null;

export interface SDKStatusMessage extends Told {
  readonly subtype: 'status';
  readonly status: SDKStatus;
  /** The new mode, if it changed. */
  readonly permissionMode?: PermissionMode | undefined;
}

/** Marks the point from which the conversation is compacted. */
export interface SDKCompactBoundaryMessage extends Told {
  readonly subtype: 'compact_boundary';
  readonly compact_metadata: {
    readonly trigger: 'manual' | 'auto';
    readonly pre_tokens: number;
    readonly post_tokens?: number | undefined;
    readonly duration_ms?: number | undefined;
  };
}

export interface SDKAPIRetryMessage extends Told {
  readonly subtype: 'api_retry';
  readonly attempt: number;
  readonly max_retries: number;
  readonly retry_delay_ms: number;
  /** `null`: there was no answer. */
  readonly error_status: number | null;
  readonly error: AssistantError;
}

export interface SDKPermissionDeniedMessage extends Told {
  readonly subtype: 'permission_denied';
  readonly tool_name: string;
  readonly tool_use_id: string;
  readonly agent_id?: string | undefined;
  readonly message: string;
}

/** A note for the person who watches. */
export interface SDKInformationalMessage extends Told {
  readonly subtype: 'informational';
  readonly content: string;
  readonly level: 'info' | 'notice' | 'suggestion' | 'warning';
  readonly tool_use_id?: string | undefined;
}

interface AboutHook extends Told {
  readonly hook_id: string;
  readonly hook_name: string;
  readonly hook_event: string;
}

export interface SDKHookStartedMessage extends AboutHook {
  readonly subtype: 'hook_started';
}

export interface SDKHookProgressMessage extends AboutHook {
  readonly subtype: 'hook_progress';
  readonly stdout: string;
  readonly stderr: string;
  readonly output: string;
}

export interface SDKHookResponseMessage extends AboutHook {
  readonly subtype: 'hook_response';
  readonly stdout: string;
  readonly stderr: string;
  readonly output: string;
  readonly exit_code?: number | undefined;
  readonly outcome: 'success' | 'error' | 'cancelled';
}

interface AboutTask extends Told {
  readonly task_id: string;
  readonly tool_use_id?: string | undefined;
}

interface TaskUsage {
  readonly total_tokens: number;
  readonly tool_uses: number;
  readonly duration_ms: number;
}

export interface SDKTaskStartedMessage extends AboutTask {
  readonly subtype: 'task_started';
  readonly description: string;
  readonly task_type?: string | undefined;
  readonly subagent_type?: string | undefined;
  readonly is_backgrounded?: boolean | undefined;
  readonly parent_task_id?: string | undefined;
  readonly prompt?: string | undefined;
}

export interface SDKTaskProgressMessage extends AboutTask {
  readonly subtype: 'task_progress';
  readonly description: string;
  readonly subagent_type?: string | undefined;
  readonly usage: TaskUsage;
  readonly last_tool_name?: string | undefined;
}

export interface SDKTaskUpdatedMessage extends AboutTask {
  readonly subtype: 'task_updated';
  readonly patch: {
    readonly status?: 'pending' | 'running' | 'completed' | 'failed' | 'killed' | 'paused' | undefined;
    /** Milliseconds since 1970. */
    readonly end_time?: number | undefined;
    readonly is_backgrounded?: boolean | undefined;
  };
}

export interface SDKTaskNotificationMessage extends AboutTask {
  readonly subtype: 'task_notification';
  readonly status: 'completed' | 'failed' | 'stopped';
  readonly output_file: string;
  readonly summary: string;
  readonly usage?: TaskUsage | undefined;
}

/** All work in the background, sent after every change. */
export interface SDKBackgroundTasksChangedMessage extends Told {
  readonly subtype: 'background_tasks_changed';
  readonly tasks: readonly {
    readonly task_id: string;
    readonly task_type: string;
    readonly subagent_type?: string | undefined;
    readonly description: string;
    readonly parent_task_id?: string | undefined;
  }[];
}

/** The amount that the model has thought in its current block. */
export interface SDKThinkingTokensMessage extends Told {
  readonly subtype: 'thinking_tokens';
  readonly estimated_tokens: number;
  readonly estimated_tokens_delta: number;
}

/** The conversation begins anew under another id, as after `/clear`. The message belongs to the old session. */
export interface SDKConversationResetMessage {
  readonly type: 'conversation_reset';
  readonly new_conversation_id: string;
  readonly trigger?: string | undefined;
  /** The uuid of the prompt that asked for it. */
  readonly user_message_uuid?: string | undefined;
  readonly timestamp?: string | undefined;
  readonly uuid: string;
  readonly session_id: string;
}

/** `/rename` gave the session another title. */
export interface SDKSessionTitleChangedMessage extends Told {
  readonly subtype: 'session_title_changed';
  readonly title: string;
}

/** A change of the session's state, for a program whose environment asks for it. */
export interface SDKSessionStateChangedMessage extends Told {
  readonly subtype: 'session_state_changed';
  readonly state: 'idle' | 'running' | 'requires_action';
}

/** All commands after a change. */
export interface SDKCommandsChangedMessage extends Told {
  readonly subtype: 'commands_changed';
  readonly commands: readonly SlashCommand[];
}

/** A message about the session that is not part of the conversation; `subtype` is its kind. */
export type SDKToldMessage =
  | SDKStatusMessage
  | SDKCompactBoundaryMessage
  | SDKAPIRetryMessage
  | SDKPermissionDeniedMessage
  | SDKInformationalMessage
  | SDKHookStartedMessage
  | SDKHookProgressMessage
  | SDKHookResponseMessage
  | SDKTaskStartedMessage
  | SDKTaskProgressMessage
  | SDKTaskUpdatedMessage
  | SDKTaskNotificationMessage
  | SDKBackgroundTasksChangedMessage
  | SDKThinkingTokensMessage
  | SDKSessionStateChangedMessage
  | SDKConversationResetMessage
  | SDKSessionTitleChangedMessage
  | SDKCommandsChangedMessage;
