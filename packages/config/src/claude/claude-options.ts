export type ClaudeSource = 'user' | 'project' | 'local';

/** Files of Claude Code that a program asks for, as `settingSources` and its neighbours in the Claude Agent SDK. */
export interface ClaudeOptions {
  /** Empty: nothing is read of the machine but `pluginDirs`, and the user's own Loadout settings are not either. */
  readonly sources: readonly ClaudeSource[];
  /** Settings in the words of settings.json, which count over those of all files. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** The same from who runs the program: what narrows holds whatever anybody else says, the rest is left out. */
  readonly managed?: Readonly<Record<string, unknown>> | undefined;
  readonly pluginDirs?: readonly ClaudePluginDir[] | undefined;
  /** MCP servers of files are left out. */
  readonly strictMcp?: boolean | undefined;
}

export interface ClaudePluginDir {
  readonly path: string;
  readonly skipMcp?: boolean | undefined;
}

/** What was read of it, as far as the plan does not show it. */
export interface LoadedClaude {
  readonly plugins: readonly ClaudePlugin[];
  /** Plugins that were left out. Each is among the warnings too. */
  readonly pluginErrors: readonly { readonly path: string; readonly message: string }[];
  /** The files whose texts stand before every agent's instructions. */
  readonly instructions: readonly string[];
}

export interface ClaudePlugin {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly version?: string | undefined;
}
