import type { PluginManifest } from '@loadout/core';

/** What `loadout.lock` holds: everything that a configuration lets act, in a form that can be read and compared. */
export interface Lock {
  readonly version: 1;
  /** By place in the configuration: `plugins.crm`, `providers.claude`. */
  readonly plugins: Readonly<Record<string, LockedPlugin>>;
  /** By place in the configuration. Those that are data alone are not listed. */
  readonly hooks: Readonly<Record<string, LockedPart>>;
  /** By server, then by tool: SHA-256 of its name, description and schema, as they were when it was approved. */
  readonly mcp: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface LockedPlugin {
  readonly use: string;
  /** Of a package. */
  readonly version?: string | undefined;
  /** The integrity of a package: see `package-integrity.ts`. */
  readonly integrity?: string | undefined;
  readonly touches?: PluginManifest['touches'];
  /** Of a local plugin: SHA-256 by path. */
  readonly files?: Readonly<Record<string, string>> | undefined;
}

export interface LockedPart {
  readonly entry: unknown;
  readonly files?: Readonly<Record<string, string>> | undefined;
}

export const LOCK_NAME = 'loadout.lock';
