import type { ProgramRunner } from '@loadout/tool-shell/program';
import type { Declaration } from './check/declaration.js';

/** A tool of the configuration, ready for its calls. */
export interface Script {
  readonly name: string;
  readonly declaration: Declaration;
  /** The base of its paths. */
  readonly configDir: string;
  readonly runner: ProgramRunner;
  /** The state of its own file when the session began. */
  readonly file?: string | undefined;
}

/** The values of a call, which its schema has checked. */
export type Values = Readonly<Record<string, unknown>>;
