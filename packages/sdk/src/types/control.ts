import type { RewindResult } from '@loadout/core/run';
import type { AgentDefinition } from './agents.js';
import type { McpServerStatus } from './mcp.js';
import type { PermissionMode } from './permissions.js';
import type { ModelUsage } from './usage.js';

/** A request to the running engine in its wire form: `subtype` and the fields of that subtype. */
export interface ControlRequest {
  readonly subtype: string;
  readonly [field: string]: unknown;
}

export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  readonly argumentHint: string;
  readonly aliases?: readonly string[] | undefined;
  readonly builtin?: boolean | undefined;
}

export interface ModelInfo {
  readonly value: string;
  /** The provider's name of the model. */
  readonly resolvedModel?: string | undefined;
  readonly displayName: string;
  readonly description: string;
  /** Whether the model takes an effort. Editors offer a choice only then. */
  readonly supportsEffort?: boolean | undefined;
  readonly supportedEffortLevels?: readonly string[] | undefined;
  readonly supportsAdaptiveThinking?: boolean | undefined;
}

export interface AgentInfo extends Pick<AgentDefinition, 'description' | 'model'> {
  readonly name: string;
}

export interface AccountInfo {
  readonly email?: string | undefined;
  readonly organization?: string | undefined;
  readonly tokenSource?: string | undefined;
  readonly apiKeySource?: string | undefined;
  readonly apiProvider?: string | undefined;
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
  /** The uuids of prompts that still wait. */
  readonly still_queued: readonly string[];
  /** The uuids of the prompts that the interrupt removed from the queue. */
  readonly cancelled?: readonly string[] | undefined;
}

export type RewindFilesResult = RewindResult;

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

export interface McpReadResourceResult {
  readonly contents: readonly {
    readonly uri: string;
    readonly mimeType?: string | undefined;
    readonly text?: string | undefined;
    /** Base64. */
    readonly blob?: string | undefined;
    readonly _meta?: Readonly<Record<string, unknown>> | undefined;
  }[];
}

export interface ReadFileResult {
  readonly contents: string;
  readonly absPath: string;
  readonly truncated?: boolean | undefined;
  /** Absent: UTF-8. */
  readonly encoding?: 'base64' | undefined;
  /** Set if the bytes are not valid UTF-8, so that `contents` differs from them. */
  readonly lossy?: boolean | undefined;
}

export interface ReloadSkillsResult {
  readonly skills: readonly SlashCommand[];
}

export interface ReloadOutputStylesResult {
  readonly available_output_styles: readonly string[];
}

export interface ReloadPluginsResult {
  readonly commands: readonly SlashCommand[];
  readonly agents: readonly AgentInfo[];
  readonly plugins: readonly { readonly name: string; readonly path: string; readonly version?: string | undefined }[];
  readonly mcpServers: readonly McpServerStatus[];
  /** The number of plugin folders that could not be read. */
  readonly error_count: number;
  /** The tools that the model sees never change. */
  readonly held?: boolean | undefined;
}

/** The mode that is in effect after a change. */
export interface SetPermissionModeResult {
  readonly mode: PermissionMode;
}

export interface GetUsageResult {
  readonly session: {
    readonly total_cost_usd: number;
    readonly total_api_duration_ms: number;
    readonly total_duration_ms: number;
    readonly total_lines_added: number;
    readonly total_lines_removed: number;
    readonly model_usage: Readonly<Record<string, ModelUsage>>;
  };
  readonly subscription_type: null;
  readonly rate_limits_available: false;
  readonly rate_limits: null;
  readonly behaviors: null;
}
