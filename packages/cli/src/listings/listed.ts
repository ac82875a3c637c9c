import type { LoadedConfig } from '@loadout/config';
import type { Position } from '@loadout/core';

export type Loaded = Pick<LoadedConfig, 'plan' | 'trust'>;

/** One declared thing, as a row of a table and as an object for programs. */
export interface Listed {
  readonly name: string;
  /** The columns for people, besides the name. */
  readonly cells: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
  /** The place of the declaration. Absent for a part that comes with Loadout. */
  readonly position?: Position | undefined;
}
