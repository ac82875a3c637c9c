import { nearest } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import { errors, onlyAgent } from '@loadout/runner';

export interface Target {
  readonly agent: string;
  readonly prompt: string | undefined;
}

/** A single word that may be a mistyped agent, or a prompt. */
export interface DoubtfulWord {
  readonly doubt: string;
  /** The agent that the word most likely means. */
  readonly near: string | undefined;
  readonly available: readonly string[];
}

/**
 * Reads `[agent] [prompt]`: a single argument is the agent if it names one, otherwise the prompt. A word that is near the name of an
 * agent, or is written like one, is in doubt: a typing error must not cost a request (U3). Behind `--` stands the prompt.
 */
export function chooseTarget(
  plan: Plan,
  given: readonly string[],
  { beforeDashes }: { readonly beforeDashes?: number | undefined } = {},
): Target | DoubtfulWord {
  const available = Object.keys(plan.agents);
  const [first, second] = given;
  const isPrompt = beforeDashes === 0 && second === undefined;
  if (first === undefined || isPrompt) return { agent: onlyAgent(plan), prompt: first };
  if (Object.hasOwn(plan.agents, first)) return { agent: first, prompt: second };
  const near = nearest(first, available);
  if (second !== undefined) throw errors.AGENT_UNKNOWN({ name: first, nearest: near, available });
  const isDoubtful = /^\w\S*$/.test(first) && (near !== undefined || NAME.test(first));
  return isDoubtful ? { doubt: first, near, available } : { agent: onlyAgent(plan), prompt: first };
}

/** Two words joined by a hyphen or an underscore, as agents are often called and prompts are not. */
const NAME = /^[a-z0-9]+(?:[-_][a-z0-9]+)+$/i;
