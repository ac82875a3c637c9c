import { nearest, type Plan } from '@loadout/core';
import { errors, onlyAgent } from '@loadout/runner';
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
  const available = Object.keys(plan.agents);
  if (name !== undefined && !available.includes(name))
    throw errors.AGENT_UNKNOWN({ name, nearest: nearest(name, available), available });
  const before = name === undefined && resume !== undefined ? sessionAgent(resume, { plan, env }) : undefined;
  return name ?? (before !== undefined && available.includes(before) ? before : onlyAgent(plan));
}
