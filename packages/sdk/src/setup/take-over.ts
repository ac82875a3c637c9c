import type { Planned } from './planned.js';

/**
 * Replaces the skills, agents and plugins of a query with the reloaded ones. The plan belongs to this query, and its users read
 * it when they need it. The main agent stays unchanged, and so does every part that acts by itself.
 */
export function takeOver(live: Planned, fresh: Planned): void {
  const main = live.plan.agents[live.main];
  refill(live.plan.skills ?? {}, fresh.plan.skills ?? {});
  refill(live.plan.agents, { ...fresh.plan.agents, ...(main === undefined ? {} : { [live.main]: main }) });
  Object.assign(live.plan.models, { ...fresh.plan.models, ...live.plan.models });
  (live.plugins as unknown[]).splice(0, Number.POSITIVE_INFINITY, ...fresh.plugins);
}

function refill<T>(record: Readonly<Record<string, T>>, fresh: Readonly<Record<string, T>>): void {
  const own = record as Record<string, T>;
  for (const key of Object.keys(own)) delete own[key];
  Object.assign(own, fresh);
}
