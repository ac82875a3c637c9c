import type { LimitsPlan } from '@loadout/core/run';
import type { Options } from '../types/options.js';
import { numberIn } from './number-in.js';

/** The limits of a query. A configuration's limit applies to every program; the program can only set a narrower one. */
export function limitsOf({ maxTurns, maxBudgetUsd, env = process.env }: Options, below: LimitsPlan): LimitsPlan {
  const answers = least(below.answers, maxTurns || numberIn(env.CLAUDE_CODE_MAX_TURNS));
  const usd = least(below.usd, maxBudgetUsd);
  return { ...below, ...(answers === undefined ? {} : { answers }), ...(usd === undefined ? {} : { usd }) };
}

const least = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
