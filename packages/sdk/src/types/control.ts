import type { AgentDefinition } from './agents.js';
import type { McpServerStatus } from './mcp.js';

/** A request to the engine while it works, as it stands on the wire: `subtype` and the fields of that. */
export interface ControlRequest {
  readonly subtype: string;
  readonly [field: string]: unknown;
}

export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  readonly argumentHint: string;
}

export interface ModelInfo {
  readonly value: string;
  readonly displayName: string;
  readonly description: string;
}

export interface AgentInfo extends Pick<AgentDefinition, 'description' | 'model'> {
  readonly name: string;
}

export interface AccountInfo {
  readonly email?: string | undefined;
  readonly organization?: string | undefined;
  readonly apiKeySource?: string | undefined;
}

/** The answer to `initialize`. */
export interface InitializeResult {
  readonly commands: readonly SlashCommand[];
  readonly agents: readonly AgentInfo[];
  readonly models: readonly ModelInfo[];
  readonly account: AccountInfo;
  readonly output_style: string;
  readonly available_output_styles: readonly string[];
  readonly pid: number;
  readonly hooks_applied: boolean;
  readonly hook_on_failure_supported: boolean;
  readonly mcp_servers_applied: boolean;
  readonly plugins_applied: boolean;
  readonly managed_settings_applied: boolean;
  readonly claude_code_version: string;
  readonly current_permission_mode: string;
  readonly session_state: string;
}

export interface InterruptReceipt {
  /** uuids of prompts that still wait. */
  readonly still_queued: readonly string[];
  /** uuids of those that were taken out of the queue with it. */
  readonly cancelled?: readonly string[] | undefined;
}

export interface RewindFilesResult {
  readonly canRewind: boolean;
  readonly error?: string | undefined;
  readonly filesChanged?: readonly string[] | undefined;
  readonly insertions?: number | undefined;
  readonly deletions?: number | undefined;
}

export interface ContextUsage {
  readonly categories: readonly {
    readonly name: string;
    readonly tokens: number;
    readonly color: string;
    readonly kind?: string;
  }[];
  readonly totalTokens: number;
  readonly maxTokens: number;
  readonly rawMaxTokens: number;
  readonly percentage: number;
  readonly gridRows: readonly unknown[];
  readonly model: string;
  readonly memoryFiles: readonly unknown[];
  readonly mcpTools: readonly { readonly name: string; readonly serverName: string; readonly tokens: number }[];
  readonly agents: readonly unknown[];
  readonly isAutoCompactEnabled: boolean;
  readonly autoCompactThreshold?: number | undefined;
}

export interface McpStatusResult {
  readonly mcpServers: readonly McpServerStatus[];
}
