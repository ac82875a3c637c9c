import type { Plan } from '@loadout/core/run';
import type { Price } from '../models.js';

/** The facts about a query that are known before the packages that do the work are loaded. */
export interface Planned {
  readonly plan: Plan;
  /** The agent of `plan` that the program talks to. */
  readonly main: string;
  /** Returns the name that selects a model during the query. */
  readonly modelNamed: (name: string) => string;
  /** Names of models in `plan`. */
  readonly fallbackModels: readonly string[];
  /** The output style that the settings name, known or not. */
  readonly outputStyle: string;
  readonly plugins: Ground['plugins'];
  /** The number of plugin folders that were left out. */
  readonly unreadPlugins: number;
  /** Notices to send to the program once: parts that were read but ignored. */
  readonly notices: readonly string[];
}

/** The configuration below the options: none, a file, or the settings files of a person and a project. */
export interface Ground {
  readonly plan?: Plan | undefined;
  readonly prices?: Readonly<Record<string, Price>> | undefined;
  /** A command that prints the key of the provider. */
  readonly apiKeyHelper?: string | undefined;
  /** Plugins in Claude's format, as far as they could be read. */
  readonly plugins: readonly { readonly name: string; readonly path: string; readonly version?: string | undefined }[];
  /** The number of plugin folders that were left out. */
  readonly unreadPlugins?: number | undefined;
}
