import type {
  AccountInfo,
  AgentInfo,
  ContextUsage,
  InitializeResult,
  InterruptReceipt,
  ModelInfo,
  RewindFilesResult,
  SlashCommand,
} from './control.js';
import type { McpServerConfig, McpServerStatus, McpSetServersResult } from './mcp.js';
import type { SDKMessage, SDKUserMessage } from './messages.js';
import type { PermissionMode } from './permissions.js';

/** A query under way: its messages, and what can be asked of it meanwhile. */
export interface Query extends AsyncGenerator<SDKMessage, void> {
  interrupt(): Promise<InterruptReceipt>;
  setPermissionMode(mode: PermissionMode): Promise<void>;
  /** Absent: back to that of the options. */
  setModel(model?: string): Promise<void>;
  setMaxThinkingTokens(tokens: number | null): Promise<void>;
  initializationResult(): Promise<InitializeResult>;
  supportedCommands(): Promise<readonly SlashCommand[]>;
  supportedModels(): Promise<readonly ModelInfo[]>;
  supportedAgents(): Promise<readonly AgentInfo[]>;
  accountInfo(): Promise<AccountInfo>;
  mcpServerStatus(): Promise<readonly McpServerStatus[]>;
  setMcpServers(servers: Readonly<Record<string, McpServerConfig>>): Promise<McpSetServersResult>;
  reconnectMcpServer(name: string): Promise<void>;
  toggleMcpServer(name: string, enabled: boolean): Promise<void>;
  /** To what files were before the prompt of this uuid. */
  rewindFiles(userMessageId: string, options?: { readonly dryRun?: boolean }): Promise<RewindFilesResult>;
  getContextUsage(): Promise<ContextUsage>;
  stopTask(taskId: string): Promise<void>;
  streamInput(stream: AsyncIterable<SDKUserMessage>): Promise<void>;
  /** Ends it at once, with all that it started. */
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}
