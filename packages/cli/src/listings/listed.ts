import type { LoadedConfig } from '@loadout/config';
import type { Position } from '@loadout/core';

export type Loaded = Pick<LoadedConfig, 'plan' | 'trust'>;

/** One thing that is declared, as a row of a table and as an object for programs. */
export interface Listed {
  readonly name: string;
  /** What a person reads of it, beside its name. */
  readonly cells: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
  /** Where it is declared. Absent: nowhere, it comes with Loadout. */
  readonly position?: Position | undefined;
}
