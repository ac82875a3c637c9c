export type ClaudeSource = 'user' | 'project' | 'local';

/** Files of Claude Code that a program requests, as with `settingSources` and related options of the Claude Agent SDK. */
export interface ClaudeOptions {
  /**
   * The sources to read. If the list is empty, only `pluginDirs` are read from the machine, and the user's own Loadout settings
   * are skipped too.
   */
  readonly sources: readonly ClaudeSource[];
  /** Settings in the words of settings.json. They take precedence over the settings of all files. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Settings of whoever runs the program. The narrowing parts apply regardless of all other settings; the rest is ignored. */
  readonly managed?: Readonly<Record<string, unknown>> | undefined;
  readonly pluginDirs?: readonly ClaudePluginDir[] | undefined;
  /** Ignores the MCP servers of files. */
  readonly strictMcp?: boolean | undefined;
}

export interface ClaudePluginDir {
  readonly path: string;
  readonly skipMcp?: boolean | undefined;
}

/** Results of reading Claude Code's files that the plan does not contain. */
export interface LoadedClaude {
  readonly plugins: readonly ClaudePlugin[];
  /** Plugins that were left out. Each is among the warnings too. */
  readonly pluginErrors: readonly { readonly path: string; readonly message: string }[];
  /** The files whose texts precede every agent's instructions. */
  readonly instructions: readonly string[];
}

export interface ClaudePlugin {
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
  readonly version?: string | undefined;
}

/**
 * The files of each folder with texts for every agent, by what asks for them: `compat`, or a source of the option `claude`. They are
 * told in this order. A name that ends with `/` is a folder of rules.
 */
export const INSTRUCTION_FILES = {
  compat: ['AGENTS.md', 'CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md', '.claude/rules/'],
  project: ['CLAUDE.md', '.claude/CLAUDE.md', '.claude/rules/'],
  local: ['CLAUDE.local.md'],
} as const;
