import type { PermissionMode } from '../permission.js';

/** The permission mode of the session, for tools that change it on somebody's word. Offered by the runner. */
export interface SessionMode {
  get(): PermissionMode;
  /** Holds from the next decision on. Contract: throws MODE_REFUSED for a mode that this run may not be in. */
  set(mode: PermissionMode): void;
}
