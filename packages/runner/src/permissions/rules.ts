import type { RestrictionStack } from '@loadout/core';
import type { Permissions } from './permissions.js';

/** What the calls of a run are held against. */
export interface Rules {
  readonly permissions: Permissions;
  /** The tools that skills in use let through. */
  readonly restrictions: RestrictionStack;
}
