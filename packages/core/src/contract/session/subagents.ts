import type { Usage } from '../model/provider.js';
import type { PermissionMode } from '../permission.js';
import type { SkillPlan } from '../plan/skill-plan.js';

/** A kind of agent that this agent may start. */
export interface SubagentType {
  readonly name: string;
  /** A text for the model that says when to use this kind. */
  readonly description: string;
  /** Whether an agent of this kind runs in the background if the request does not say. */
  readonly background?: boolean | undefined;
  readonly isolation?: 'worktree' | undefined;
  /** Skills whose text the agent has from the start. */
  readonly skills?: readonly string[] | undefined;
}

export interface SubagentRequest {
  /** A name from `types()`. */
  readonly type: string;
  readonly prompt: string;
  /** A title of three to five words, for lists. */
  readonly description: string;
  /** The name under which other members of a team know the agent. */
  readonly name?: string | undefined;
  /** An alias of the plan, `provider/id`, or `inherit`. Default: the model of the definition, else the parent's model. */
  readonly model?: string | undefined;
  readonly maxTurns?: number | undefined;
  /** The permission mode. It can only narrow the parent's mode. */
  readonly mode?: PermissionMode | undefined;
  /** The id of an ended agent of this session, which continues with its history. */
  readonly resume?: string | undefined;
  /** The folder that the agent works in, which is then its only working directory. */
  readonly cwd?: string | undefined;
  /** Keys of the parent's MCP servers. The agent gets MCP tools of these servers only. */
  readonly mcpServers?: readonly string[] | undefined;
  /** Restricts the agent's tools to these. */
  readonly tools?: readonly string[] | undefined;
  /** A skill that applies from the first turn on, with its rules, restrictions, model and effort. */
  readonly skill?: SkillPlan | undefined;
  /** The call that asked for the agent. The agent's events carry this id. */
  readonly toolUseId?: string | undefined;
  /** If true, a resumed session runs the call of `toolUseId` again, and `start` continues its agent. Nothing else may repeat. */
  readonly survives?: boolean | undefined;
  /** If true, the call does not wait for the agent. */
  readonly inBackground?: boolean | undefined;
  /** Keeps the agent from ending until this promise settles: after an answer, the agent waits for messages from `send`. */
  readonly stay?: Promise<unknown> | undefined;
  /** Called when the agent has answered and waits. */
  onIdle?(text: string): void;
  /** Aborting the signal interrupts the agent. */
  readonly signal: AbortSignal;
}

export interface SubagentResult {
  readonly agentId: string;
  /** The outcome, as in the result of a run: `success`, `interrupted`, ... For `deferred`, the call throws CALL_DEFERRED. */
  readonly outcome: string;
  /** The text of its last message. */
  readonly text: string;
  readonly error?: string | undefined;
  readonly turns: number;
  readonly toolCalls: number;
  readonly tokens: number;
  readonly usage: Pick<Usage, 'input_tokens' | 'output_tokens' | 'cache_creation_input_tokens' | 'cache_read_input_tokens'>;
  readonly durationMs: number;
}

export interface Subagent {
  readonly agentId: string;
  readonly type: string;
  readonly transcript: string;
  /** Never rejects: a failure is part of the result. */
  readonly result: Promise<SubagentResult>;
  /** Sends a text that the model reads before its next turn. A waiting agent continues with it. False: the agent has ended. */
  send(text: string): boolean;
  interrupt(): void;
}

/**
 * Starts agents under this agent, each with its own history and no wider permissions. The parent's deny and ask rules, sandbox,
 * hooks and budgets apply, and the events are among the parent's events. Offered by the runner.
 */
export interface Subagents {
  types(): readonly SubagentType[];
  /** Returns the agents that run now. */
  running(): readonly Subagent[];
  /** Returns the own folder of the agent that this call started in an earlier process. */
  folderOf(toolUseId: string): string | undefined;
  /** Contract: throws, with a sentence for the model, for an unknown type, a reached limit, or an agent without tools. */
  start(request: SubagentRequest): Promise<Subagent>;
}
