import type { PluginManifest } from '@loadout/core';

/** The lock of one configuration: every part that it lets act, in a form that people can read and compare. */
export interface Lock {
  /** Plugins by place in the configuration: `plugins.crm`, `providers.claude`. */
  readonly plugins: Readonly<Record<string, LockedPlugin>>;
  /** Hooks by place in the configuration. Hooks that are only data are not listed. */
  readonly hooks: Readonly<Record<string, LockedPart>>;
  /** Commands that are tools, by place in the configuration, with the files that they run. Absent: there are none. */
  readonly tools?: Readonly<Record<string, LockedPart>> | undefined;
  /** Fingerprints by server, then by tool: SHA-256 of the tool's name, description and schema at the time of approval. */
  readonly mcp: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The servers of a registry as commands or addresses, by server. Only the inputs are missing in them. */
  readonly servers?: Readonly<Record<string, unknown>> | undefined;
}

export interface LockedPlugin {
  readonly use: string;
  /** The version of a package. */
  readonly version?: string | undefined;
  /** The integrity of a package: see `packageIntegrity`. */
  readonly integrity?: string | undefined;
  readonly touches?: PluginManifest['touches'];
  /** The summaries of the commands that the plugin adds to `loadout`, by name. */
  readonly commands?: Readonly<Record<string, string>> | undefined;
  /** The parts that a plugin of Claude Code lets act, by place in the configuration that it amounts to. */
  readonly acts?: Readonly<Record<string, unknown>> | undefined;
  /** The files of a local plugin: SHA-256 by path. */
  readonly files?: Readonly<Record<string, string>> | undefined;
}

export interface LockedPart {
  readonly entry: unknown;
  readonly files?: Readonly<Record<string, string>> | undefined;
}
