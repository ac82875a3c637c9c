import { errors } from './errors.js';

/** The beginning of the names of our services. */
export const PREFIX = 'loadout.';

/** The service with the approvals of all agents. No agent has the name, since a name of an agent follows the prefix directly. */
export const APPROVALS = 'loadout-approvals';

/** The service with the budgets that all workers share. */
export const BUDGETS = 'loadout-budgets';

/** The service with the scheduled jobs. */
export const SCHEDULES = 'loadout-schedules';

/** The services that every worker offers, whatever its plan is. */
export const COMMON: readonly string[] = [APPROVALS, BUDGETS, SCHEDULES];

const NAME = /^[\w.-]{1,100}$/;

/** Returns the service of an agent. Throws ENGINE_AGENT_NAME. */
export function serviceOf(agent: string): string {
  if (!NAME.test(agent)) throw errors.ENGINE_AGENT_NAME({ agent });
  return `${PREFIX}${agent}`;
}
