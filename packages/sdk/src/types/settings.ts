import type { SettingSource } from './options.js';

/** The content of a settings file of Claude Code. The guide lists the keys that have an effect here. */
export type Settings = Readonly<Record<string, unknown>>;

export type ResolvedSettingSource = SettingSource | 'managed' | 'flag';

/** The origin of a value. */
export interface ProvenanceEntry {
  readonly source: ResolvedSettingSource;
  /** The absolute path of the file that contains the value. */
  readonly path?: string | undefined;
}

/** The result of `resolveSettings`. */
export interface ResolvedSettings {
  /** All sources merged: maps merge, lists add up, and otherwise the last value is used. */
  readonly effective: Settings;
  /** The highest source of each key in `effective`. */
  readonly provenance: Readonly<Record<string, ProvenanceEntry>>;
  /** The sources as they were read, lowest precedence first. */
  readonly sources: readonly {
    readonly source: ResolvedSettingSource;
    readonly settings: Settings;
    readonly path?: string | undefined;
  }[];
}

export interface ResolveSettingsOptions {
  /** The working folder. Default: that of this process. */
  readonly cwd?: string | undefined;
  /** The sources to read. Absent: all. */
  readonly settingSources?: readonly SettingSource[] | undefined;
  /** As in the options of a query: the narrowing settings apply, the rest is ignored. */
  readonly managedSettings?: Settings | undefined;
  /** The settings from an administrator's server. All of them apply. */
  readonly serverManagedSettings?: Settings | undefined;
}

/** The result of `matchDeniedModels`. */
export interface DeniedModelsMatch {
  /** One value for each requested model, in their order. */
  readonly denied: readonly boolean[];
  readonly warnings: readonly string[];
}
