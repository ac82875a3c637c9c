import { nearest } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import { errors } from '../report/errors.js';

/** Returns the only agent. Throws AGENT_AMBIGUOUS if there are several. */
export function onlyAgent(plan: Plan): string {
  const available = Object.keys(plan.agents);
  const [only] = available;
  if (only === undefined || available.length > 1) throw errors.AGENT_AMBIGUOUS({ available });
  return only;
}

/** Returns the named agent, or the only one. Throws AGENT_UNKNOWN, AGENT_AMBIGUOUS. */
export function namedAgent(plan: Plan, name: string | undefined): string {
  const available = Object.keys(plan.agents);
  if (name !== undefined && !available.includes(name))
    throw errors.AGENT_UNKNOWN({ name, nearest: nearest(name, available), available });
  return name ?? onlyAgent(plan);
}
