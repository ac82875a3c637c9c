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
  /** Keys of `mcpServers`, or servers of its own. */
  readonly mcpServers?: (string | Record<string, McpServerConfig>)[] | undefined;
  readonly skills?: string[] | undefined;
  readonly initialPrompt?: string | undefined;
  readonly maxTurns?: number | undefined;
  readonly background?: boolean | undefined;
  readonly effort?: string | undefined;
  readonly permissionMode?: PermissionMode | undefined;
}
