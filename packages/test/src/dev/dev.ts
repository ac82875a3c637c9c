import type { CommandHost } from '@loadout/core/commands';
import type { DevFlags } from './definition.js';

/** A `loadout dev` command. */
export interface Dev {
  readonly flags: DevFlags;
  readonly host: CommandHost;
  /** The configuration file. */
  readonly file: string;
  /** The folder of the command. */
  readonly root: string;
}
