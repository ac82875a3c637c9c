import type { PermissionMode } from '../permission.js';

export interface HookBase {
  session_id: string;
  transcript_path: string;
  cwd: string;
  permission_mode: PermissionMode;
  /** The id of the agent; `main` for the agent that was started. */
  agent_id: string;
  agent_type: string;
  /** The id shared by everything that one prompt leads to. */
  prompt_id?: string;
  effort?: { level: string };
}

/** A question of a hook to an agent. */
export interface HookQuestion {
  readonly prompt: string;
  readonly system: string;
  /** The model: an alias of the plan, or `provider/id`. */
  readonly model?: string | undefined;
  readonly signal: AbortSignal;
}

export interface ToolSubject {
  tool_name: string;
  tool_input: unknown;
  tool_use_id: string;
  /** The MCP server that provides the tool. */
  mcp_server?: { name: string; source: string };
}

/** A command in the text of a skill. `tool_use_id` names no call of the conversation. Source: GAP-D8. */
export interface SkillCommandSubject extends ToolSubject {
  tool_input: { command: string };
  /** The skill whose text holds the command. */
  command_name: string;
  /** The one who loads the skill: a person's prompt, the model, or the start of an agent that has the skill. */
  invoked_by: 'user' | 'claude' | 'other';
}

/** A change of model. Models have their provider's names. */
export interface ModelSwitchSubject {
  from_model: string;
  to_model: string;
  /** The model as it was requested, perhaps an alias. `null`: back to the agent's own model. */
  requested_model: string | null;
  /** The origin of the change. `sdk`: the host. `auto`: a skill, a setting, a fallback model, or the return from one of these. */
  source: 'sdk' | 'auto';
  /** Tokens that the next request sends again, as counted for the last turn; 0 before the first turn. */
  context_tokens: number;
  /** If true, the previous model's prompt cache probably still exists, and the switch loses that cache. */
  prompt_cache_warm: boolean;
  cache_ttl: '5m' | '1h';
  /** Cost in US dollars of writing those tokens to the cache of the new model. `null`: the price is unknown. */
  estimated_cache_write_usd: number | null;
}

export interface StopSubject {
  stop_hook_active: boolean;
  last_assistant_message: string;
  background_tasks: readonly BackgroundTaskInfo[];
}

export interface TaskSubject {
  task_id: string;
  task_subject: string;
  task_description?: string;
  /** The team member to whom the task is assigned. */
  teammate_name?: string;
  team_name?: string;
}

export interface ElicitationSubject {
  mcp_server_name: string;
  mode: 'form' | 'url';
}

export interface BackgroundTaskInfo {
  id: string;
  type: string;
  status: string;
  description: string;
}

/** The origin of an instruction file. */
export type InstructionType = 'User' | 'Project' | 'Local' | 'Managed';
export type InstructionReason = 'session_start' | 'nested_traversal' | 'path_glob_match';
