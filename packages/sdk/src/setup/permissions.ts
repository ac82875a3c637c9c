import type { PermissionMode as CoreMode } from '@loadout/core';
import { errors } from '../errors.js';
import type { PermissionMode } from '../types/permissions.js';

const MODES: Readonly<Record<string, CoreMode>> = {
  default: 'default',
  manual: 'default',
  acceptEdits: 'acceptEdits',
  plan: 'plan',
  dontAsk: 'dontAsk',
  bypassPermissions: 'bypassPermissions',
  auto: 'default',
};

/** Converts a mode. Throws SDK_MODE_UNKNOWN. */
export function coreMode(mode: PermissionMode | string): CoreMode {
  const found = Object.hasOwn(MODES, mode) ? MODES[mode] : undefined;
  if (found === undefined) throw errors.SDK_MODE_UNKNOWN({ mode, known: Object.keys(MODES) });
  return found;
}
