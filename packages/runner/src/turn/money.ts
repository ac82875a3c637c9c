import { errors } from '../errors.js';
import type { RunState } from './run-state.js';

/** Another request would cost more: it is not made. Source: LOOP-19. */
export function moneyUsedUp(run: Pick<RunState, 'spec' | 'counts'>): Error | undefined {
  const { usd } = run.spec.limits;
  const { costUsd } = run.counts.totals;
  return usd !== undefined && costUsd !== null && costUsd >= usd
    ? errors.LIMIT_REACHED({ limit: 'US dollars', value: usd })
    : undefined;
}
