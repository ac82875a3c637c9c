import type { Asker, PermissionLayers, PermissionMode, PermissionRule, PermissionUpdate } from '@loadout/core';

/** What is in force while a run goes on, and how it changes. */
export interface Permissions {
  readonly layers: PermissionLayers;
  readonly mode: PermissionMode;
  /** The working directories. */
  readonly roots: readonly string[];
  /** Who is asked; nobody, when absent. */
  asker: Asker | undefined;
  /** All of the updates or, with a throw, none. They hold from the next decision on. */
  update(updates: readonly PermissionUpdate[]): void;
  /** Rules that hold to the end of what is being asked and are not written down: those of a skill. */
  addForRun(rules: readonly PermissionRule[]): void;
  /** Takes those back: what was asked is done, and the session goes on. */
  endForRun(): void;
}
