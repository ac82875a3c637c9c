import type { Plan } from '@loadout/core/run';
import { namedAgent } from '@loadout/runner';
import type { ResumedSession } from './session-agent.js';

/** The named agent, the agent of the resumed session, or the only agent. Throws AGENT_UNKNOWN, AGENT_AMBIGUOUS. */
export function targetAgent(
  name: string | undefined,
  { plan, resumed }: { readonly plan: Plan; readonly resumed?: ResumedSession | undefined },
): string {
  const before = name === undefined ? resumed?.agent : undefined;
  return before !== undefined && Object.hasOwn(plan.agents, before) ? before : namedAgent(plan, name);
}
