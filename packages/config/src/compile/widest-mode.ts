import { boundMode, type PermissionPlan } from '@loadout/core';
import type { CompileInput } from './compile-context.js';

/** What no agent and no flag may go beyond: the narrowest mode of the settings. */
export function widestMode({ settings }: Pick<CompileInput, 'settings'>): Pick<PermissionPlan, 'widestMode'> {
  const modes = settings.flatMap((one) => one.document.permissions?.mode ?? []);
  const [first, ...others] = modes;
  return first === undefined ? {} : { widestMode: others.reduce(boundMode, first) };
}
