import type { JsonSchema, Plan } from '@loadout/core';
import type { AgentDefinition } from './agents.js';
import type { HookCallbackMatcher, HookEvent } from './hooks.js';
import type { McpServerConfig } from './mcp.js';
import type { PassedOverOptions } from './passed-over.js';
import type { CanUseTool, PermissionMode } from './permissions.js';
import type { SessionStore } from './sessions.js';

export type SettingSource = 'user' | 'project' | 'local';

/** How a form or an address of an MCP server is answered. */
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

/** The options of `query`, with the names and meanings of the Claude Agent SDK. Those below the line are Loadout's own. */
export interface Options extends PassedOverOptions {
  readonly abortController?: AbortController | undefined;
  readonly cwd?: string | undefined;
  /** In the place of this process's. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly model?: string | undefined;
  /** Taken when the model cannot be reached. More than one: parted by commas. */
  readonly fallbackModel?: string | undefined;
  /** Absent: none. */
  readonly systemPrompt?:
    | string
    | readonly string[]
    | { readonly type: 'custom'; readonly prompt: string | readonly string[]; readonly snapshot?: boolean | undefined }
    | {
        readonly type: 'preset';
        readonly preset: 'claude_code';
        readonly append?: string | undefined;
        /** Nothing of the place stands before the prompt's end here, so that it can be cached with either. */
        readonly excludeDynamicSections?: boolean | undefined;
        readonly snapshot?: boolean | undefined;
      }
    | undefined;
  /** What the model sees. Absent or the preset: all. */
  readonly tools?: readonly string[] | { readonly type: 'preset'; readonly preset: 'claude_code' } | undefined;
  /** Rules that let a call pass unasked. They take no tool away. */
  readonly allowedTools?: readonly string[] | undefined;
  readonly disallowedTools?: readonly string[] | undefined;
  /** Name that a model may say -> tool. */
  readonly toolAliases?: Readonly<Record<string, string>> | undefined;
  readonly permissionMode?: PermissionMode | undefined;
  readonly allowDangerouslySkipPermissions?: boolean | undefined;
  readonly canUseTool?: CanUseTool | undefined;
  /** `none`: what would be asked is denied. Default `host`. */
  readonly permissionPrompts?: 'host' | 'none' | undefined;
  /** The model reads it with each prompt while the mode is `plan`. */
  readonly planModeInstructions?: string | undefined;
  /** `mcp__server__tool`: that tool answers in the place of `canUseTool`. */
  readonly permissionPromptToolName?: string | undefined;
  readonly mcpServers?: Readonly<Record<string, McpServerConfig>> | undefined;
  readonly strictMcpConfig?: boolean | undefined;
  readonly agents?: Readonly<Record<string, AgentDefinition>> | undefined;
  /** One of `agents`, or of the files of the project: it takes the place of the main agent. */
  readonly agent?: string | undefined;
  readonly hooks?: Partial<Record<HookEvent, readonly HookCallbackMatcher[]>> | undefined;
  readonly includeHookEvents?: boolean | undefined;
  readonly includePartialMessages?: boolean | undefined;
  readonly maxTurns?: number | undefined;
  readonly maxBudgetUsd?: number | undefined;
  /** Tokens that the model is told to keep to, by the API. It ends nothing. */
  readonly taskBudget?: { readonly total: number } | undefined;
  readonly thinking?:
    | {
        readonly type: 'adaptive' | 'enabled' | 'disabled';
        readonly budgetTokens?: number | undefined;
        /** How much of its thinking the model shows. Absent: as the API does it. */
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
  /** With `resumeSessionAt`: the prompt of the turn that is lost by it. Where more would be lost the query does not start. */
  readonly resumeDropsTurn?: string | undefined;
  readonly persistSession?: boolean | undefined;
  /** Gets a copy of what is written to the session's file, and gives back one that is not on this machine. */
  readonly sessionStore?: SessionStore | undefined;
  readonly title?: string | undefined;
  /** A settings file, or what would stand in one. */
  readonly settings?: string | Readonly<Record<string, unknown>> | undefined;
  readonly managedSettings?: Readonly<Record<string, unknown>> | undefined;
  readonly sandbox?: Readonly<Record<string, unknown>> | undefined;
  /** Absent: all. Empty: nothing of this machine or this folder is read. */
  readonly settingSources?: readonly SettingSource[] | undefined;
  readonly additionalDirectories?: readonly string[] | undefined;
  readonly plugins?: readonly { readonly type: 'local'; readonly path: string; readonly skipMcp?: boolean }[] | undefined;
  readonly skills?: readonly string[] | 'all' | undefined;
  readonly enableFileCheckpointing?: boolean | undefined;
  readonly onElicitation?:
    | ((request: ElicitationRequest, options: { readonly signal: AbortSignal }) => Promise<ElicitationResult>)
    | undefined;
  readonly stderr?: ((text: string) => void) | undefined;
  /** Each message as a line of JSON goes to `stderr`. */
  readonly debug?: boolean | undefined;
  /** The same to the end of this file. */
  readonly debugFile?: string | undefined;
  readonly forwardSubagentText?: boolean | undefined;
  readonly verbatimPrompts?: boolean | undefined;

  // ---- Loadout's own
  /** A configuration whose plugins, rules, hooks and budgets hold as well: the path of its file, or a plan. */
  readonly agentConfig?: string | Plan | undefined;
}
