import type { AgentPlan } from '@loadout/core/run';

/**
 * Parses `context.toolSearch`: `auto` leaves the choice to the runner, `auto:20` is a percentage. Returns `undefined` for any
 * other text.
 */
export function toolSearch(text: string): Pick<AgentPlan, 'toolSearch'> | undefined {
  if (text === 'auto') return {};
  if (text === 'on' || text === 'off') return { toolSearch: text };
  const percent = /^auto:(\d{1,3})$/.exec(text)?.[1];
  return percent === undefined || Number(percent) > 100 ? undefined : { toolSearch: Number(percent) };
}
