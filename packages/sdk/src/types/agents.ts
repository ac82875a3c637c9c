import type { McpServerConfig } from './mcp.js';
import type { PermissionMode } from './permissions.js';

/** An agent that the main agent may start. */
export interface AgentDefinition {
  /** The situations in which to use the agent. */
  readonly description: string;
  readonly prompt: string;
  /** The agent's tools. Absent: the tools of the main agent. */
  readonly tools?: string[] | undefined;
  readonly disallowedTools?: string[] | undefined;
  /** `sonnet`, `opus`, `haiku`, a model's own name, or `inherit`, which is the default. */
  readonly model?: string | undefined;
  /** The servers whose tools the agent has: keys of `mcpServers`, or definitions, which become servers of the query. */
  readonly mcpServers?: (string | Record<string, McpServerConfig>)[] | undefined;
  readonly skills?: string[] | undefined;
  readonly initialPrompt?: string | undefined;
  readonly maxTurns?: number | undefined;
  readonly background?: boolean | undefined;
  readonly effort?: string | number | undefined;
  readonly permissionMode?: PermissionMode | undefined;
  /** Leaves the texts of CLAUDE.md out of the agent's prompt. */
  readonly omitClaudeMd?: boolean | undefined;
  /** A text that is appended to the agent's prompt. */
  readonly criticalSystemReminder_EXPERIMENTAL?: string | undefined;
  /** The number of tokens at which the conversation is compacted, if that is earlier than the default. */
  readonly autoCompactWindow?: number | undefined;
  /** Gives the agent its own folder for memory. The agent gets the content of the MEMORY.md in it. */
  readonly memory?: 'user' | 'project' | 'local' | undefined;
  /** Accepted but ignored: there are no observers. */
  readonly observer?: string | undefined;
  readonly observerMessage?: string | undefined;
}
