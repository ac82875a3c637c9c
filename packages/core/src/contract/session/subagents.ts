import type { PermissionMode } from '../permission.js';
import type { SkillPlan } from '../plan/skill-plan.js';

/** A kind of agent that this one may start. */
export interface SubagentType {
  readonly name: string;
  /** When to use it, for the model. */
  readonly description: string;
  /** Whether an agent of this kind runs in the background when the request does not say. */
  readonly background?: boolean | undefined;
  readonly isolation?: 'worktree' | undefined;
  /** Skills whose text it has from the start. */
  readonly skills?: readonly string[] | undefined;
}

export interface SubagentRequest {
  /** One of `types()`. */
  readonly type: string;
  readonly prompt: string;
  /** Three to five words, for lists. */
  readonly description: string;
  /** The name under which others of a team know it. */
  readonly name?: string | undefined;
  /** An alias of the plan, `provider/id`, or `inherit`. Default: what its definition says, else the parent's. */
  readonly model?: string | undefined;
  readonly maxTurns?: number | undefined;
  /** Can only narrow what the parent's mode allows. */
  readonly mode?: PermissionMode | undefined;
  /** The id of an agent of this session that has ended: it goes on with its history. */
  readonly resume?: string | undefined;
  /** The folder that it works in, which is then its only working directory. */
  readonly cwd?: string | undefined;
  /** Keys of the parent's MCP servers: of MCP tools only theirs. */
  readonly mcpServers?: readonly string[] | undefined;
  /** Restricts its tools to these. */
  readonly tools?: readonly string[] | undefined;
  /** The skill that the agent works by from its first turn on, with the rules, restrictions, model and effort of that skill. */
  readonly skill?: SkillPlan | undefined;
  /** The call that asked for it; its events carry it. */
  readonly toolUseId?: string | undefined;
  /** That call does not wait for it. */
  readonly inBackground?: boolean | undefined;
  /** Until it settles the agent does not end by itself: when it has answered it waits for what `send` brings. */
  readonly stay?: Promise<unknown> | undefined;
  /** Called when the agent has answered and waits. */
  onIdle?(text: string): void;
  /** Aborting it interrupts the agent. */
  readonly signal: AbortSignal;
}

export interface SubagentResult {
  readonly agentId: string;
  /** As in the result of a run: `success`, `error_max_turns`, `interrupted`, ... */
  readonly outcome: string;
  /** The text of its last message. */
  readonly text: string;
  readonly error?: string | undefined;
  readonly turns: number;
  readonly toolCalls: number;
  readonly tokens: number;
  /** The tokens by kind. */
  readonly usage: {
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly cache_creation_input_tokens?: number;
    readonly cache_read_input_tokens?: number;
  };
  readonly durationMs: number;
}

/** An agent that was started. */
export interface Subagent {
  readonly agentId: string;
  readonly type: string;
  readonly transcript: string;
  /** Never rejects: what went wrong is in the result. */
  readonly result: Promise<SubagentResult>;
  /** Its model reads it before its next turn; one that waits goes on with it. False: it has ended. */
  send(text: string): boolean;
  interrupt(): void;
}

/**
 * Starts agents under this one: each with a history of its own, no wider than this one may act. The parent's deny and ask
 * rules, sandbox, hooks and budgets hold for it, and its events are among the parent's. Offered by the runner.
 */
export interface Subagents {
  types(): readonly SubagentType[];
  /** Returns the agents that run now. */
  running(): readonly Subagent[];
  /** Contract: throws, with a sentence for the model, for an unknown type, a limit that is reached, or an agent without tools. */
  start(request: SubagentRequest): Promise<Subagent>;
}
