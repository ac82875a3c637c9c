import type { Asker, PermissionLayers, PermissionRule, PermissionUpdate, RestrictionStack } from '@loadout/core/run';

/** The permissions of a running agent, and the ways to change them. `layers` has the mode and the working directories. */
export interface Permissions {
  readonly layers: PermissionLayers;
  /** The asker. If absent, nobody is asked. */
  asker: Asker | undefined;
  /** Applies all updates or, with a throw, none. They apply from the next decision on. */
  update(updates: readonly PermissionUpdate[]): void;
  /** Adds rules that apply until the current prompt is done and are not recorded: the rules of a skill. */
  addForRun(rules: readonly PermissionRule[]): void;
  /** Removes those rules when the prompt is done and the session continues. */
  endForRun(): void;
}

/** The permissions and restrictions that decide about the calls of a run. */
export interface Rules {
  readonly permissions: Permissions;
  /** The tool restrictions of the skills in use. */
  readonly restrictions: RestrictionStack;
}
