import type {
  AccountInfo,
  AgentInfo,
  ContextUsage,
  GetUsageResult,
  InitializeResult,
  InterruptReceipt,
  McpReadResourceResult,
  ModelInfo,
  ReadFileResult,
  ReloadOutputStylesResult,
  ReloadPluginsResult,
  ReloadSkillsResult,
  RewindFilesResult,
  SetPermissionModeResult,
  SlashCommand,
} from './control.js';
import type { McpServerConfig, McpServerStatus, McpSetServersResult } from './mcp.js';
import type { SDKMessage, SDKUserMessage } from './messages.js';
import type { Options } from './options.js';
import type { PermissionMode } from './permissions.js';
import type { Settings } from './settings.js';

/** A running query: its messages, and the requests that it answers meanwhile. */
export interface Query extends AsyncGenerator<SDKMessage, void>, QueryRequests {
  streamInput(stream: AsyncIterable<SDKUserMessage>): Promise<void>;
  /** Ends the query at once, with everything that it started. */
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Contract: unless stated otherwise, each method rejects if the request is invalid. */
export interface QueryRequests {
  interrupt(): Promise<InterruptReceipt>;
  /** Returns the mode that is in effect now. */
  setPermissionMode(mode: PermissionMode): Promise<SetPermissionModeResult>;
  /**
   * Makes calls of the server's tools ask, regardless of the mode and the allow rules; `null` removes the override. `auto` asks
   * as `default` does. The override also applies to a server that is added later: `warning` reports that no server has this name
   * yet.
   */
  setMcpPermissionModeOverride(serverName: string, mode: 'default' | 'auto' | null): Promise<{ readonly warning?: string }>;
  /** Changes the model. Absent: the model of the options. */
  setModel(model?: string): Promise<void>;
  /** Changes the thinking. `display` is as in `thinking.display`; absent: unchanged. */
  setMaxThinkingTokens(tokens: number | null, display?: 'summarized' | 'omitted' | 'highlights' | null): Promise<void>;
  /**
   * Applies `permissions`, `model` and `effortLevel` at once. Any other key is refused by name, and then none of the settings
   * applies. Rules replace those of the previous call; `null` resets a key.
   */
  applyFlagSettings(settings: Settings): Promise<void>;
  /**
   * Updates the settings file: maps merge, every other value is replaced, `null` removes a key. Settings that `applyFlagSettings`
   * accepts apply at once, the rest from the next query on. Rejects for a file that this query does not read.
   */
  updateSettings(source: 'userSettings' | 'projectSettings' | 'localSettings', settings: Settings): Promise<void>;
  initializationResult(): Promise<InitializeResult>;
  /** Returns the answer to `initialize` in its current state. */
  reinitialize(): Promise<InitializeResult>;
  supportedCommands(): Promise<readonly SlashCommand[]>;
  supportedModels(): Promise<readonly ModelInfo[]>;
  supportedAgents(): Promise<readonly AgentInfo[]>;
  accountInfo(): Promise<AccountInfo>;
  mcpServerStatus(): Promise<readonly McpServerStatus[]>;
  setMcpServers(servers: Readonly<Record<string, McpServerConfig>>): Promise<McpSetServersResult>;
  reconnectMcpServer(name: string): Promise<void>;
  toggleMcpServer(name: string, enabled: boolean): Promise<void>;
  /**
   * Reads one resource as its server sent it. The content comes from a third party. Deny rules about the server or
   * `ReadMcpResource` apply.
   */
  readMcpResource(serverName: string, uri: string): Promise<McpReadResourceResult>;
  /** Restores the files to their state before the prompt with this uuid. */
  rewindFiles(userMessageId: string, options?: { readonly dryRun?: boolean }): Promise<RewindFilesResult>;
  /** Records that the model knows the file in its state at this time, as if it had read the file. */
  seedReadState(path: string, mtime: number): Promise<void>;
  /** Reads a file under the rules of the tool Read. `null`: the file is missing or may not be read. */
  readFile(
    path: string,
    options?: { readonly maxBytes?: number; readonly encoding?: 'utf-8' | 'base64' },
  ): Promise<ReadFileResult | null>;
  getContextUsage(options?: { readonly detail?: 'summary' | 'full' }): Promise<ContextUsage>;
  /** Returns the cost of the session. This engine has no plans, and no limits of plans. */
  usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET(options?: {
    readonly skipBehaviors?: boolean;
  }): Promise<GetUsageResult>;
  /**
   * Reads skills, commands, agents and plugin folders again. New parts that act (hooks, MCP servers) apply from the next query
   * on. `refuseIfBusy`: rejects with the code SDK_BUSY during a turn.
   */
  reloadPlugins(options?: {
    readonly holdOnCacheImpact?: boolean | undefined;
    readonly addPlugins?: Options['plugins'];
    readonly refuseIfBusy?: boolean | undefined;
  }): Promise<ReloadPluginsResult>;
  reloadSkills(): Promise<ReloadSkillsResult>;
  reloadOutputStyles(): Promise<ReloadOutputStylesResult>;
  stopTask(taskId: string): Promise<void>;
  /** Moves foreground work to the background; with an id, only the work of that call. Resolves to false if there is none. */
  backgroundTasks(toolUseId?: string): Promise<boolean>;
}
