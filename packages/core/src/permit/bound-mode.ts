import type { PermissionMode } from '../contract/permission.js';

/** From narrow to wide. `dontAsk` comes before `default`: who may not ask must not come to ask by way of another mode. */
const WIDTH: readonly PermissionMode[] = ['plan', 'dontAsk', 'default', 'acceptEdits', 'bypassPermissions'];

/** The mode that was wished for, or the limit where that is narrower: a child's under its parent's, a project's under the user's. Source: PERM-15. */
export function boundMode(wished: PermissionMode | undefined, limit: PermissionMode): PermissionMode {
  if (wished === undefined) return limit;
  return WIDTH.indexOf(wished) <= WIDTH.indexOf(limit) ? wished : limit;
}
