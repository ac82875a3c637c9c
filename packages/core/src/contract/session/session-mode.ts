import type { PermissionMode } from '../permission.js';

/** The permission mode of the session, for tools that change the mode on a person's word. Offered by the runner. */
export interface SessionMode {
  get(): PermissionMode;
  /** Sets the mode for the next decision on. Contract: throws MODE_REFUSED for a mode that this run may not use. */
  set(mode: PermissionMode): void;
}
