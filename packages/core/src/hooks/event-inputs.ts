import type { PermissionUpdate } from '../permit/permission-update.js';

/**
 * What each event tells a hook, in the field's own names, so that a script written for Claude Code reads it unchanged.
 * Source: HOOK-01, HOOK-02, HOOK-03, HOOK-05, HOOK-06.
 */
export interface HookInputs {
  /** Before a call is decided upon. May deny it, ask for it, allow it (that only answers a default ask) or change its input. */
  PreToolUse: ToolSubject;
  /** After a call that succeeded. May add context, or replace what the model reads (`updatedToolOutput`). */
  PostToolUse: ToolSubject & { tool_response: unknown; duration_ms: number };
  /** After a call that failed or was interrupted; not after a denial. May add context. */
  PostToolUseFailure: ToolSubject & { error: string; is_interrupt: boolean; duration_ms: number };
  /** After all calls of one message. May add context, or end the run before the model is asked again. */
  PostToolBatch: { tool_calls: readonly (ToolSubject & { tool_response: unknown; is_error: boolean })[] };
  /** Before somebody is asked about a call. May deny it, or allow it where PreToolUse could have. */
  PermissionRequest: ToolSubject & { permission_suggestions: readonly PermissionUpdate[] };
  /** After a call was denied, whoever denied it. `retry: true` tells the model that it may try again. */
  PermissionDenied: ToolSubject & { reason: string };
  /** A person is waited for. Nobody waits for these hooks, and answers are not used. */
  Notification: { message: string; title: string; notification_type: 'permission_prompt' };
  /** Before a prompt reaches the model. May block it or add context; it cannot change it. */
  UserPromptSubmit: { prompt: string };
  /** When the model has answered. A block with a reason makes it go on, at most eight times in a row. */
  Stop: { stop_hook_active: boolean; last_assistant_message: string; background_tasks: readonly BackgroundTaskInfo[] };
  /** In place of Stop, when the model could not be asked. Answers are not used. */
  StopFailure: { error: string; error_details: string; last_assistant_message: string };
  /** Before the conversation is made shorter. May block it, unless it has to be; context goes to whoever writes the summary. */
  PreCompact: { trigger: 'manual' | 'auto'; custom_instructions: string };
  /** After a summary took the place of older messages. Answers are not used. */
  PostCompact: { trigger: 'manual' | 'auto'; compact_summary: string };
  /** The session moved to another folder. Nobody waits for these hooks, and answers are not used. */
  CwdChanged: { old_cwd: string; new_cwd: string };
  /** `source`: startup, resume or fork. May add context, or say what is asked where the run has no prompt (`initialUserMessage`). */
  SessionStart: { source: 'startup' | 'resume' | 'fork' };
  /** Answers are not used. */
  SessionEnd: { reason: string };
}

export interface ToolSubject {
  tool_name: string;
  tool_input: unknown;
  tool_use_id: string;
  /** Of a tool that an MCP server brings. */
  mcp_server?: { name: string; source: string };
}

export interface BackgroundTaskInfo {
  id: string;
  type: string;
  status: string;
  description: string;
}
