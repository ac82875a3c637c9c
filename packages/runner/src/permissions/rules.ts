import type { RestrictionStack } from '@loadout/core/run';
import type { Permissions } from './permissions.js';

/** The permissions and restrictions that decide about the calls of a run. */
export interface Rules {
  readonly permissions: Permissions;
  /** The tool restrictions of the skills in use. */
  readonly restrictions: RestrictionStack;
}
