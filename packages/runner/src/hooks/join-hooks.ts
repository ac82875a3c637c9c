import { byPhase, type HookTable } from '@loadout/core';

/** The hooks of both, those of the second behind the first's of their phase. The hooks themselves stay the same objects. */
export function joinHooks(first: HookTable, second: HookTable): HookTable {
  const joined = new Map(first);
  for (const [event, hooks] of second) {
    const all = [...(first.get(event) ?? []), ...hooks];
    joined.set(event, all.sort(byPhase));
  }
  return joined;
}
