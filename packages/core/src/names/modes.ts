import type { PermissionMode } from '../contract/permission.js';

/**
 * Each permission mode with its width: how much it allows unasked. `dontAsk` is narrower than `default`, because a run that may
 * not ask must not gain questions through another mode. People and models read the modes in the order of the keys.
 */
const WIDTHS: Readonly<Record<PermissionMode, number>> = {
  default: 2,
  acceptEdits: 3,
  plan: 0,
  dontAsk: 1,
  bypassPermissions: 4,
};

/** Every permission mode, as listed by a configuration and the schemas of tools. */
export const PERMISSION_MODES = Object.freeze(Object.keys(WIDTHS)) as readonly PermissionMode[];

export const isPermissionMode = (value: unknown): value is PermissionMode => PERMISSION_MODES.some((mode) => mode === value);

/** Orders modes from narrow to wide, for `sort`. */
export const byWidth = (a: PermissionMode, b: PermissionMode): number => WIDTHS[a] - WIDTHS[b];

/**
 * Returns the wished mode, or the limit if the limit is narrower: a child under its parent, a project under its user. Source:
 * PERM-15.
 */
export const boundMode = (wished: PermissionMode | undefined, limit: PermissionMode): PermissionMode =>
  wished !== undefined && byWidth(wished, limit) <= 0 ? wished : limit;

/** The modes that allow no more than the default. */
export const NARROW_MODES: readonly PermissionMode[] = PERMISSION_MODES.filter((mode) => byWidth(mode, 'default') <= 0);
