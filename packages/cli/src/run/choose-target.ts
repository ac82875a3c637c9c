import { nearest, type Plan } from '@loadout/core';
import { errors } from '@loadout/runner';

export interface Target {
  readonly agent: string;
  readonly prompt: string | undefined;
}

/** Reads `[agent] [prompt]`: a single argument is the agent if it names one, otherwise the prompt. */
export function chooseTarget(plan: Plan, given: readonly string[]): Target {
  const available = Object.keys(plan.agents);
  const [first, second] = given;
  if (first !== undefined && Object.hasOwn(plan.agents, first)) return { agent: first, prompt: second };
  const near = first === undefined ? undefined : nearest(first, available);
  if (first !== undefined && second !== undefined) throw errors.AGENT_UNKNOWN({ name: first, nearest: near, available });
  const [only] = available;
  if (only !== undefined && available.length === 1) return { agent: only, prompt: first };
  // A single word that is almost an agent's name is a typing error rather than a prompt.
  if (first !== undefined && near !== undefined) throw errors.AGENT_UNKNOWN({ name: first, nearest: near, available });
  throw errors.AGENT_AMBIGUOUS({ available });
}
