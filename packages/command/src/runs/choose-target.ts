import { nearest } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import { onlyAgent, errors as runnerErrors } from '@loadout/runner';
import { errors } from '../errors.js';

export interface Target {
  readonly agent: string;
  readonly prompt: string | undefined;
}

/**
 * Reads `[agent] [prompt]`: a single argument is the agent if it names one, otherwise the prompt. Behind `--` stands the prompt. Throws
 * USAGE_AGENT_OR_PROMPT for a word that is near the name of an agent, or is written like one: a typing error must not cost a request (U3).
 */
export function chooseTarget(
  plan: Plan,
  given: readonly string[],
  { beforeDashes }: { readonly beforeDashes?: number | undefined } = {},
): Target {
  const available = Object.keys(plan.agents);
  const [first, second] = given;
  const isPrompt = beforeDashes === 0 && second === undefined;
  if (first === undefined || isPrompt) return { agent: onlyAgent(plan), prompt: first };
  if (Object.hasOwn(plan.agents, first)) return { agent: first, prompt: second };
  const near = nearest(first, available);
  if (second !== undefined) throw runnerErrors.AGENT_UNKNOWN({ name: first, nearest: near, available });
  const isDoubtful = /^\w\S*$/.test(first) && (near !== undefined || NAME.test(first));
  if (isDoubtful) throw errors.USAGE_AGENT_OR_PROMPT({ word: first, nearest: near, available });
  return { agent: onlyAgent(plan), prompt: first };
}

/** Two words joined by a hyphen or an underscore, as agents are often called and prompts are not. */
const NAME = /^[a-z0-9]+(?:[-_][a-z0-9]+)+$/i;
