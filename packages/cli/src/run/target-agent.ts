import type { Plan } from '@loadout/core/run';
import { namedAgent } from '@loadout/runner';
import { sessionAgent } from './session-agent.js';

/** The named agent, the agent of the resumed session, or the only agent. Throws AGENT_UNKNOWN, AGENT_AMBIGUOUS. */
export function targetAgent(
  name: string | undefined,
  {
    plan,
    env,
    resume,
  }: { readonly plan: Plan; readonly env: Readonly<Record<string, string | undefined>>; readonly resume?: string | undefined },
): string {
  const before = name === undefined && resume !== undefined ? sessionAgent(resume, { plan, env }) : undefined;
  return before !== undefined && Object.hasOwn(plan.agents, before) ? before : namedAgent(plan, name);
}
