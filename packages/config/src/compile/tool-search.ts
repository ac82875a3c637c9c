import type { AgentPlan } from '@loadout/core';

/** What `context.toolSearch` says: `auto` leaves it to the runner, `auto:20` is a percentage. `undefined`: it is none of its words. */
export function toolSearch(text: string): Pick<AgentPlan, 'toolSearch'> | undefined {
  if (text === 'auto') return {};
  if (text === 'on' || text === 'off') return { toolSearch: text };
  const percent = /^auto:(\d{1,3})$/.exec(text)?.[1];
  return percent === undefined || Number(percent) > 100 ? undefined : { toolSearch: Number(percent) };
}
