import type { Plan } from '@loadout/core';
import type { Price } from './models.js';

/** What is known of a query before the packages are loaded that do the work. */
export interface Planned {
  readonly plan: Plan;
  /** The agent of `plan` that the program talks to. */
  readonly main: string;
  /** Under which name a model can be chosen while the query goes on. */
  readonly modelNamed: (name: string) => string;
  /** Named in `plan`. */
  readonly fallbackModels: readonly string[];
  readonly plugins: Ground['plugins'];
  /** Plugin folders that were left out. */
  readonly unreadPlugins: number;
  /** For the program to hear once: what was read and does not count. */
  readonly notices: readonly string[];
}

/** What stands below the options: nothing, a configuration, or the settings files of a person and a project. */
export interface Ground {
  readonly plan?: Plan | undefined;
  readonly prices?: Readonly<Record<string, Price>> | undefined;
  /** A command that prints the key of the provider. */
  readonly apiKeyHelper?: string | undefined;
  /** Of the Claude kind, as far as they could be read. */
  readonly plugins: readonly { readonly name: string; readonly path: string; readonly version?: string | undefined }[];
  /** Plugin folders that were left out. */
  readonly unreadPlugins?: number | undefined;
}
