import type { WorstCost } from './worst-cost.js';

/** Tokens of an answer for which a request waits while others hold money, instead of asking for a shorter answer. */
const ENOUGH_OUTPUT = 8_000;

/** The length of an answer, and the highest plausible cost of its request. */
export interface Fit {
  readonly output: number;
  readonly usd: number;
}

/** The money for which a request waits, because others hold it and may free it. */
export interface Later {
  readonly later: number;
}

export interface Room {
  /** US dollars that are neither spent nor held. */
  readonly left: number;
  /** US dollars that would be left if the requests under way cost nothing. */
  readonly atMost: number;
  /** Whether the agent may have others beside it. */
  readonly isUnder: boolean;
}

/**
 * Returns the longest answer that the money suffices for, or the money to wait for. `never`: the money does not suffice for a
 * short answer.
 */
export function fitting(worst: WorstCost, { left, atMost, isUnder }: Room): Fit | Later | 'never' {
  const { inputUsd, usdPerOutputToken, output, least } = worst;
  const usdOf = (tokens: number) => inputUsd + tokens * usdPerOutputToken;
  const longest = usdOf(output);
  // A model that costs nothing needs no money, even where others have used up the budget.
  if (longest === 0 || longest <= left) return { output, usd: longest };
  if (usdOf(least) > atMost) return 'never';
  const tokensFor = (usd: number) => Math.min(output, Math.floor((usd - inputUsd) / usdPerOutputToken));
  const enough = Math.max(least, Math.min(ENOUGH_OUTPUT, tokensFor(atMost)));
  if (usdOf(least) > left || (atMost > left && usdOf(enough) > left)) return { later: usdOf(enough) };
  // An agent beside others leaves them half of the money, as long as its own answer is long enough.
  const tokens = Math.max(least, tokensFor(isUnder ? Math.max(left / 2, Math.min(left, usdOf(enough))) : left));
  return { output: tokens, usd: usdOf(tokens) };
}
