import { type Amount, type BudgetState, roomIn } from './budget-state.js';

/** A request that waits until a budget has so much money. */
export interface Waiter {
  /** The id by which the request is woken. */
  readonly awakeable: string;
  readonly usd: number;
  readonly of: Amount;
  readonly at: number;
}

/** A request asks again after this time, also if nobody woke it. */
export const WAIT_MS = 20_000;

/**
 * Chooses the requests to wake, in the order in which they came: as many as the money suffices for, and those for which it never
 * will. A request that was woken holds nothing until it asks again; if its worker is gone, the others ask again by themselves.
 */
export function wakeable(
  queue: readonly Waiter[],
  { state, now }: { readonly state: BudgetState; readonly now: number },
): { readonly woken: readonly Waiter[]; readonly waiting: readonly Waiter[] } {
  const present = queue.filter(({ at }) => now - at < 2 * WAIT_MS);
  const woken: Waiter[] = [];
  let promised = 0;
  for (const waiter of present) {
    const { left, underWay } = roomIn(state, { of: waiter.of, now });
    const isHopeless = left + underWay < waiter.usd;
    if (!isHopeless && left - promised < waiter.usd) break;
    if (!isHopeless) promised += waiter.usd;
    woken.push(waiter);
  }
  return { woken, waiting: present.slice(woken.length) };
}
