import type { Plan } from '@loadout/core';
import { errors } from '../report/errors.js';

/** Returns the only agent. Throws AGENT_AMBIGUOUS if there are several. */
export function onlyAgent(plan: Plan): string {
  const available = Object.keys(plan.agents);
  const [only] = available;
  if (only === undefined || available.length > 1) throw errors.AGENT_AMBIGUOUS({ available });
  return only;
}
