import { boundMode, type PermissionPlan } from '@loadout/core/run';
import type { CompileInput } from './compile-context.js';

/** The narrowest mode of the settings, which no agent and no flag may exceed. */
export function widestMode({ settings }: Pick<CompileInput, 'settings'>): Pick<PermissionPlan, 'widestMode'> {
  const modes = settings.flatMap((one) => one.document.permissions?.mode ?? []);
  const [first, ...others] = modes;
  return first === undefined ? {} : { widestMode: others.reduce(boundMode, first) };
}
