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
