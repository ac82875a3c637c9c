import type { PermissionMode } from '../permission.js';

export interface HookBase {
  session_id: string;
  transcript_path: string;
  cwd: string;
  permission_mode: PermissionMode;
  /** `main` for the agent that was started. */
  agent_id: string;
  agent_type: string;
  /** One id for everything that one prompt leads to. */
  prompt_id?: string;
  effort?: { level: string };
}

/** A question of a hook to an agent. */
export interface HookQuestion {
  readonly prompt: string;
  readonly system: string;
  /** An alias of the plan, or `provider/id`. */
  readonly model?: string | undefined;
  readonly signal: AbortSignal;
}

export interface ToolSubject {
  tool_name: string;
  tool_input: unknown;
  tool_use_id: string;
  /** The MCP server that brings the tool. */
  mcp_server?: { name: string; source: string };
}

/** Models are named as their provider names them. */
export interface ModelSwitchSubject {
  from_model: string;
  to_model: string;
  /** The model as it was asked for, perhaps an alias; `null`: the agent's own again. */
  requested_model: string | null;
  /** `sdk`: the host. `auto`: a skill, a setting, a model to fall back on, or the way back from one. */
  source: 'sdk' | 'auto';
  /** Tokens that the next request sends again, as the last turn counted them; 0 before the first. */
  context_tokens: number;
  /** A prompt cache of the model before is likely still there, and is lost with the switch. */
  prompt_cache_warm: boolean;
  cache_ttl: '5m' | '1h';
  /** US dollars for writing those tokens to the cache of the new model; `null`: its price is not known. */
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
  /** The member of a team that the task is for. */
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
