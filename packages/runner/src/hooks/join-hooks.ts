import { byPhase, type HookTable } from '@loadout/core/run';

/** Joins two tables. In each phase, the hooks of the second follow those of the first. The hook objects stay the same. */
export function joinHooks(first: HookTable, second: HookTable): HookTable {
  const joined = new Map(first);
  for (const [event, hooks] of second) {
    const all = [...(first.get(event) ?? []), ...hooks];
    joined.set(event, all.sort(byPhase));
  }
  return joined;
}
