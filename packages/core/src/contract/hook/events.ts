import type { PermissionUpdate } from '../../permit/permission-update.js';
import type { PermissionMode } from '../permission.js';

export interface HookBase {
  session_id: string;
  transcript_path: string;
  cwd: string;
  permission_mode: PermissionMode;
  /** `main` for the agent that was started. */
  agent_id: string;
  agent_type: string;
  /** The same for all that one prompt leads to. */
  prompt_id?: string;
  effort?: { level: string };
}

/** What a hook asks an agent. */
export interface HookQuestion {
  readonly prompt: string;
  readonly system: string;
  /** An alias of the plan, or `provider/id`. */
  readonly model?: string | undefined;
  readonly signal: AbortSignal;
}

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
  Notification: { message: string; title: string; notification_type: 'permission_prompt' | 'elicitation_dialog' };
  /** Before a prompt reaches the model. May block it or add context; it cannot change it. */
  UserPromptSubmit: { prompt: string };
  /** Before `/name arguments` of a prompt becomes the text of a skill, and before UserPromptSubmit. May block the prompt or add context. */
  UserPromptExpansion: {
    expansion_type: 'slash_command';
    command_name: string;
    command_args: string;
    /** As it was written. */
    prompt: string;
  };
  /** An instruction file stands in what the model is told. One by one, at the start. Answers are not used. */
  InstructionsLoaded: { file_path: string; memory_type: 'User' | 'Project' | 'Local' | 'Managed'; load_reason: 'session_start' };
  /** Before another model answers. A deny keeps the one before; with nobody to ask, ask is a deny. Source: MODEL-02. */
  PreModelSwitch: ModelSwitchSubject;
  /** After another model was chosen. Context goes to it. */
  PostModelSwitch: ModelSwitchSubject;
  /** When the model has answered. A block with a reason makes it go on, at most eight times in a row. */
  Stop: { stop_hook_active: boolean; last_assistant_message: string; background_tasks: readonly BackgroundTaskInfo[] };
  /** In place of Stop, when the model could not be asked. Answers are not used. */
  StopFailure: { error: string; error_details: string; last_assistant_message: string };
  /** Before the conversation is made shorter. May block it, unless it has to be; context goes to whoever writes the summary. */
  PreCompact: { trigger: 'manual' | 'auto'; custom_instructions: string };
  /** After a summary took the place of older messages. Answers are not used. */
  PostCompact: { trigger: 'manual' | 'auto'; compact_summary: string };
  /** A process that lives long is about to take over a configuration that was changed. A block keeps it to the old one. */
  ConfigChange: { source: 'project_settings'; file_path: string };
  /** Before a subagent begins. `agent_id` and `agent_type` are the subagent's. Context goes to the subagent. */
  SubagentStart: { agent_id: string; agent_type: string };
  /** When a subagent has answered; its own Stop. A block with a reason makes it go on. */
  SubagentStop: HookInputs['Stop'] & { agent_id: string; agent_type: string; agent_transcript_path: string };
  /** After a task was written down. A block takes it back, and the reason goes to the model. */
  TaskCreated: TaskSubject;
  /** Before a task counts as completed. A block leaves it as it was, and the reason goes to the model. */
  TaskCompleted: TaskSubject;
  /** Before a member of a team has nothing more to do. A block with a reason makes it go on. */
  TeammateIdle: { teammate_name: string; team_name: string };
  /** Before a working tree is made. `worktreePath` says where a hook made it instead; a block, or any failure, stops it. */
  WorktreeCreate: { name: string };
  /** When a working tree goes that a hook made, or after it was removed. Answers are not used. */
  WorktreeRemove: { worktree_path: string };
  /** Before somebody is asked what an MCP server wants to know. `action` answers in their place; a block declines. */
  Elicitation: ElicitationSubject & { message: string; requested_schema?: unknown; url?: string | undefined };
  /** Before the answer goes to the MCP server. `action` and `content` replace it; a block declines. */
  ElicitationResult: ElicitationSubject & Elicited;
  /** A folder became a working directory. Nobody waits for these hooks, and answers are not used. */
  DirectoryAdded: { directory: string; source: string };
  /** The session moved to another folder. Nobody waits for these hooks; `watchPaths` is all that is used. */
  CwdChanged: { old_cwd: string; new_cwd: string };
  /** A file that hooks want to hear of is another on disk, whoever changed it. Nobody waits for these hooks; `watchPaths` is all that is used. */
  FileChanged: { file_path: string; event: 'change' | 'add' | 'unlink' };
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

/** Models are named as their provider names them. */
export interface ModelSwitchSubject {
  from_model: string;
  to_model: string;
  /** What was asked for, an alias perhaps; `null`: the agent's own again. */
  requested_model: string | null;
  /** `sdk`: the host. `auto`: a skill, a setting, a model to fall back on, or the way back from one. */
  source: 'sdk' | 'auto';
  /** What the next request sends again, in tokens, as the last turn counted it; 0 before the first. */
  context_tokens: number;
  /** A prompt cache of the model before is likely still there, and is lost with the switch. */
  prompt_cache_warm: boolean;
  cache_ttl: '5m' | '1h';
  /** US dollars for writing those tokens to the cache of the new model; `null`: its price is not known. */
  estimated_cache_write_usd: number | null;
}

export interface TaskSubject {
  task_id: string;
  task_subject: string;
  task_description?: string;
  /** Who it is for, where it belongs to a team. */
  teammate_name?: string;
  team_name?: string;
}

export interface ElicitationSubject {
  mcp_server_name: string;
  mode: 'form' | 'url';
}

/** What an MCP server is answered. `content` with `accept` of a form. */
export interface Elicited {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, string | number | boolean | string[]>> | undefined;
}

export interface BackgroundTaskInfo {
  id: string;
  type: string;
  status: string;
  description: string;
}
