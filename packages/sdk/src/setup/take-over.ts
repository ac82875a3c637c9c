import type { Planned } from './planned.js';

/**
 * Skills, agents and plugins as they were read again take the place of those that a query works with. Its plan is its own, and
 * whoever needs them looks there at that moment. The main agent stays as it is, and so does everything that acts by itself.
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
