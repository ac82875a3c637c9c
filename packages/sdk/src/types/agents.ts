import type { McpServerConfig } from './mcp.js';
import type { PermissionMode } from './permissions.js';

/** An agent that the main one may start. */
export interface AgentDefinition {
  /** When to use it. */
  readonly description: string;
  readonly prompt: string;
  /** Absent: those of the main agent. */
  readonly tools?: string[] | undefined;
  readonly disallowedTools?: string[] | undefined;
  /** `sonnet`, `opus`, `haiku`, a model's own name, or `inherit`, which is the default. */
  readonly model?: string | undefined;
  /** Keys of `mcpServers`. Servers that are written out here are passed over: name them in the options of the query. */
  readonly mcpServers?: (string | Record<string, McpServerConfig>)[] | undefined;
  readonly skills?: string[] | undefined;
  readonly initialPrompt?: string | undefined;
  readonly maxTurns?: number | undefined;
  readonly background?: boolean | undefined;
  readonly effort?: string | number | undefined;
  readonly permissionMode?: PermissionMode | undefined;
  /** The texts of CLAUDE.md do not stand before its prompt. */
  readonly omitClaudeMd?: boolean | undefined;
  /** Stands behind its prompt. */
  readonly criticalSystemReminder_EXPERIMENTAL?: string | undefined;
  /** Tokens at which its conversation is made shorter, where that is sooner than otherwise. */
  readonly autoCompactWindow?: number | undefined;
  /** It has a folder of its own for what it wants to know the next time, and is told what is in its MEMORY.md. */
  readonly memory?: 'user' | 'project' | 'local' | undefined;
  /** Taken, and nobody observes. */
  readonly observer?: string | undefined;
  readonly observerMessage?: string | undefined;
}
