import type { SettingSource } from './options.js';

/** What stands in a settings file of Claude Code. Which keys count here is in the guide. */
export type Settings = Readonly<Record<string, unknown>>;

export type ResolvedSettingSource = SettingSource | 'managed' | 'flag';

/** Where a value comes from. */
export interface ProvenanceEntry {
  readonly source: ResolvedSettingSource;
  /** Absolute, for what stands in a file. */
  readonly path?: string | undefined;
}

/** What `resolveSettings` finds. */
export interface ResolvedSettings {
  /** All sources over each other: maps merge, lists add up, the last word counts otherwise. */
  readonly effective: Settings;
  /** For each key of `effective` the highest source that has it. */
  readonly provenance: Readonly<Record<string, ProvenanceEntry>>;
  /** As they were read, the one that counts least first. */
  readonly sources: readonly {
    readonly source: ResolvedSettingSource;
    readonly settings: Settings;
    readonly path?: string | undefined;
  }[];
}

export interface ResolveSettingsOptions {
  /** Default: this process's. */
  readonly cwd?: string | undefined;
  /** Absent: all. */
  readonly settingSources?: readonly SettingSource[] | undefined;
  /** As in the options of a query: what narrows counts, the rest is left out. */
  readonly managedSettings?: Settings | undefined;
  /** What an administrator's server gave: all of it counts. */
  readonly serverManagedSettings?: Settings | undefined;
}

/** What `matchDeniedModels` finds. */
export interface DeniedModelsMatch {
  /** For each model that was asked about, in their order. */
  readonly denied: readonly boolean[];
  readonly warnings: readonly string[];
}
