import type { JsonSchema } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import type { AgentDefinition } from './agents.js';
import type { HookCallbackMatcher, HookEvent } from './hooks.js';
import type { McpServerConfig } from './mcp.js';
import type { CanUseTool, PermissionMode } from './permissions.js';
import type { SessionStore } from './sessions.js';

export type SettingSource = 'user' | 'project' | 'local';

/** A form or an address that an MCP server wants answered. */
export interface ElicitationRequest {
  readonly serverName: string;
  readonly message: string;
  readonly mode?: 'form' | 'url' | undefined;
  readonly url?: string | undefined;
  readonly requestedSchema?: unknown;
}

export interface ElicitationResult {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Record<string, unknown> | undefined;
}

/** The options of `query`, with the names and meanings of the Claude Agent SDK. The options below the line are Loadout's own. */
export interface Options extends PassedOverOptions {
  readonly abortController?: AbortController | undefined;
  readonly cwd?: string | undefined;
  /** Replaces the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly model?: string | undefined;
  /** The model to use when the first model cannot be reached. Several models are separated by commas. */
  readonly fallbackModel?: string | undefined;
  /** Absent: no system prompt. */
  readonly systemPrompt?:
    | string
    | readonly string[]
    | { readonly type: 'custom'; readonly prompt: string | readonly string[]; readonly snapshot?: boolean | undefined }
    | {
        readonly type: 'preset';
        readonly preset: 'claude_code';
        readonly append?: string | undefined;
        /**
         * Accepted without effect: the beginning of the prompt contains nothing about the folder, so it can be cached either way.
         */
        readonly excludeDynamicSections?: boolean | undefined;
        readonly snapshot?: boolean | undefined;
      }
    | undefined;
  /** The tools that the model sees. Absent, or the preset: all tools. */
  readonly tools?: readonly string[] | { readonly type: 'preset'; readonly preset: 'claude_code' } | undefined;
  /** Rules that allow a call without asking. They remove no tool. */
  readonly allowedTools?: readonly string[] | undefined;
  readonly disallowedTools?: readonly string[] | undefined;
  /** Names that the model may use, each with its tool. */
  readonly toolAliases?: Readonly<Record<string, string>> | undefined;
  readonly permissionMode?: PermissionMode | undefined;
  readonly allowDangerouslySkipPermissions?: boolean | undefined;
  readonly canUseTool?: CanUseTool | undefined;
  /** `none`: a call that would be asked about is denied. Default `host`. */
  readonly permissionPrompts?: 'host' | 'none' | undefined;
  /** A text that the model reads with each prompt while the mode is `plan`. */
  readonly planModeInstructions?: string | undefined;
  /** A tool such as `mcp__server__tool`, which answers in place of `canUseTool`. */
  readonly permissionPromptToolName?: string | undefined;
  readonly mcpServers?: Readonly<Record<string, McpServerConfig>> | undefined;
  readonly strictMcpConfig?: boolean | undefined;
  readonly agents?: Readonly<Record<string, AgentDefinition>> | undefined;
  /** The name of one of `agents`, or of an agent in the project's files. That agent replaces the main agent. */
  readonly agent?: string | undefined;
  readonly hooks?: Partial<Record<HookEvent, readonly HookCallbackMatcher[]>> | undefined;
  readonly includeHookEvents?: boolean | undefined;
  readonly includePartialMessages?: boolean | undefined;
  readonly maxTurns?: number | undefined;
  readonly maxBudgetUsd?: number | undefined;
  /** The number of tokens that the API tells the model to keep to. It is not a limit. */
  readonly taskBudget?: { readonly total: number } | undefined;
  readonly thinking?:
    | {
        readonly type: 'adaptive' | 'enabled' | 'disabled';
        readonly budgetTokens?: number | undefined;
        /** The amount of thinking that the model shows. Absent: the default of the API. */
        readonly display?: 'summarized' | 'omitted' | undefined;
      }
    | undefined;
  readonly maxThinkingTokens?: number | undefined;
  readonly effort?: string | undefined;
  readonly betas?: readonly string[] | undefined;
  readonly outputFormat?: { readonly type: 'json_schema'; readonly schema: JsonSchema } | undefined;
  readonly resume?: string | undefined;
  readonly continue?: boolean | undefined;
  readonly forkSession?: boolean | undefined;
  readonly sessionId?: string | undefined;
  readonly resumeSessionAt?: string | undefined;
  /** With `resumeSessionAt`: the prompt of the turn that is dropped. If more would be dropped, the query does not start. */
  readonly resumeDropsTurn?: string | undefined;
  readonly persistSession?: boolean | undefined;
  /**
   * A store that receives a copy of everything written to the session's file, and provides sessions that are not on this machine.
   */
  readonly sessionStore?: SessionStore | undefined;
  readonly title?: string | undefined;
  /** A settings file, or its content as an object. */
  readonly settings?: string | Readonly<Record<string, unknown>> | undefined;
  readonly managedSettings?: Readonly<Record<string, unknown>> | undefined;
  readonly sandbox?: Readonly<Record<string, unknown>> | undefined;
  /** The sources to read. Absent: all. Empty: nothing on this machine or in this folder is read. */
  readonly settingSources?: readonly SettingSource[] | undefined;
  readonly additionalDirectories?: readonly string[] | undefined;
  readonly plugins?: readonly { readonly type: 'local'; readonly path: string; readonly skipMcp?: boolean }[] | undefined;
  readonly skills?: readonly string[] | 'all' | undefined;
  readonly enableFileCheckpointing?: boolean | undefined;
  readonly onElicitation?:
    | ((request: ElicitationRequest, options: { readonly signal: AbortSignal }) => Promise<ElicitationResult>)
    | undefined;
  readonly stderr?: ((text: string) => void) | undefined;
  /** Writes each message to `stderr`, as a line of JSON. */
  readonly debug?: boolean | undefined;
  /** Appends each message to this file, as a line of JSON. */
  readonly debugFile?: string | undefined;
  readonly forwardSubagentText?: boolean | undefined;
  readonly verbatimPrompts?: boolean | undefined;
  /** The format of the previews in questions to a person. Default `markdown`. */
  readonly toolConfig?:
    | { readonly askUserQuestion?: { readonly previewFormat?: 'markdown' | 'html' | undefined } | undefined }
    | undefined;

  // ---- Loadout's own
  /** The settings files of which only the rules apply, beside those of `settingSources`. */
  readonly rulesFrom?: readonly SettingSource[] | undefined;
  /** A configuration whose plugins, rules, hooks and budgets apply as well: the path of its file, or a plan. */
  readonly agentConfig?: string | Plan | undefined;
}

/**
 * Options of the Claude Agent SDK for a separate process, or for a product around it. They are accepted, so that a program runs
 * unchanged, and have no effect in process.
 */
export interface PassedOverOptions {
  readonly pathToClaudeCodeExecutable?: string | undefined;
  readonly executable?: 'bun' | 'deno' | 'node' | undefined;
  readonly executableArgs?: readonly string[] | undefined;
  readonly extraArgs?: Readonly<Record<string, string | null>> | undefined;
  readonly spawnClaudeCodeProcess?: unknown;
  readonly mcpServersDelivery?: 'argv' | 'initialize' | undefined;
  readonly pluginDelivery?: 'argv' | 'initialize' | undefined;
  readonly sessionStoreFlush?: 'batched' | 'eager' | undefined;
  readonly loadTimeoutMs?: number | undefined;
  readonly onUserDialog?: unknown;
  readonly supportedDialogKinds?: readonly string[] | undefined;
  readonly perTaskStopAffordance?: boolean | undefined;
  readonly promptSuggestions?: boolean | undefined;
  readonly agentProgressSummaries?: boolean | undefined;
  readonly projectConfigRoot?: string | undefined;
}
