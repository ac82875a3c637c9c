import type { RestrictionStack } from '@loadout/core';
import type { Permissions } from './permissions.js';

/** The permissions and restrictions that decide about the calls of a run. */
export interface Rules {
  readonly permissions: Permissions;
  /** The tools that skills in use let through. */
  readonly restrictions: RestrictionStack;
}
