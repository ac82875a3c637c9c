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
  SlashCommand,
} from './control.js';
import type { McpServerConfig, McpServerStatus, McpSetServersResult } from './mcp.js';
import type { SDKMessage, SDKUserMessage } from './messages.js';
import type { Options } from './options.js';
import type { PermissionMode } from './permissions.js';
import type { Settings } from './settings.js';

/** A query under way: its messages, and what can be asked of it meanwhile. */
export interface Query extends AsyncGenerator<SDKMessage, void>, QueryRequests {
  streamInput(stream: AsyncIterable<SDKUserMessage>): Promise<void>;
  /** Ends it at once, with all that it started. */
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Contract: each rejects with what is wrong with the request, where it does not say otherwise. */
export interface QueryRequests {
  interrupt(): Promise<InterruptReceipt>;
  setPermissionMode(mode: PermissionMode): Promise<void>;
  /**
   * Calls of the server's tools are asked about, whatever the mode and allow rules say; `null`: no longer. `auto` asks as
   * `default` does. It holds for a server that comes later too: `warning` says that none of this name is there yet.
   */
  setMcpPermissionModeOverride(serverName: string, mode: 'default' | 'auto' | null): Promise<{ readonly warning?: string }>;
  /** Absent: back to that of the options. */
  setModel(model?: string): Promise<void>;
  /** `display` as in `thinking.display`; absent: as it was. */
  setMaxThinkingTokens(tokens: number | null, display?: 'summarized' | 'omitted' | 'highlights' | null): Promise<void>;
  /**
   * What can hold at once: `permissions`, `model` and `effortLevel`. Any other key is refused by name, and nothing of it holds.
   * Rules stand in the place of those of the call before; `null` takes a key back.
   */
  applyFlagSettings(settings: Settings): Promise<void>;
  /**
   * Writes into the settings file: maps merge, everything else is replaced, `null` takes a key out. What `applyFlagSettings` takes
   * holds at once, the rest from the next query on. Rejects for a file that this query does not read.
   */
  updateSettings(source: 'userSettings' | 'projectSettings' | 'localSettings', settings: Settings): Promise<void>;
  initializationResult(): Promise<InitializeResult>;
  /** The same, as it is now. */
  reinitialize(): Promise<InitializeResult>;
  supportedCommands(): Promise<readonly SlashCommand[]>;
  supportedModels(): Promise<readonly ModelInfo[]>;
  supportedAgents(): Promise<readonly AgentInfo[]>;
  accountInfo(): Promise<AccountInfo>;
  mcpServerStatus(): Promise<readonly McpServerStatus[]>;
  setMcpServers(servers: Readonly<Record<string, McpServerConfig>>): Promise<McpSetServersResult>;
  reconnectMcpServer(name: string): Promise<void>;
  toggleMcpServer(name: string, enabled: boolean): Promise<void>;
  /** One resource, as its server sent it: words of a third party. Deny rules about the server or `ReadMcpResource` hold. */
  readMcpResource(serverName: string, uri: string): Promise<McpReadResourceResult>;
  /** To what files were before the prompt of this uuid. */
  rewindFiles(userMessageId: string, options?: { readonly dryRun?: boolean }): Promise<RewindFilesResult>;
  /** The model knows the file as it was at this time, as if it had read it. */
  seedReadState(path: string, mtime: number): Promise<void>;
  /** Under the rules that the tool Read is under. `null`: it may not be read, or is not there. */
  readFile(
    path: string,
    options?: { readonly maxBytes?: number; readonly encoding?: 'utf-8' | 'base64' },
  ): Promise<ReadFileResult | null>;
  getContextUsage(options?: { readonly detail?: 'summary' | 'full' }): Promise<ContextUsage>;
  /** What the session cost. There are no plans and no limits of plans here. */
  usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET(options?: {
    readonly skipBehaviors?: boolean;
  }): Promise<GetUsageResult>;
  /**
   * Reads skills, commands, agents and plugin folders again. What acts and is new (hooks, MCP servers) holds from the next query
   * on. `refuseIfBusy`: rejects with the code SDK_BUSY while a turn goes on.
   */
  reloadPlugins(options?: {
    readonly holdOnCacheImpact?: boolean | undefined;
    readonly addPlugins?: Options['plugins'];
    readonly refuseIfBusy?: boolean | undefined;
  }): Promise<ReloadPluginsResult>;
  reloadSkills(): Promise<ReloadSkillsResult>;
  reloadOutputStyles(): Promise<ReloadOutputStylesResult>;
  stopTask(taskId: string): Promise<void>;
  /** Sends what runs in the foreground to the background; with an id, what that call started. False: there is none. */
  backgroundTasks(toolUseId?: string): Promise<boolean>;
}
