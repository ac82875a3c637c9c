import type { Amount, Wanted } from './budget-state.js';
import type { Waiter } from './queue.js';

/** The description of a budget, for people. */
export interface About extends Amount {
  readonly name: string;
  /** The name of the configuration. Absent: the budget counts every configuration. */
  readonly config?: string | undefined;
  readonly agent?: string | undefined;
  readonly user?: string | undefined;
}

/** The changes that one worker sends to a budget at once: first the ends of requests, then the wishes for money. */
export interface Changes {
  readonly now: number;
  readonly about?: About | undefined;
  readonly settles: readonly { readonly id: string; readonly usd: number | null }[];
  readonly wishes: readonly Wanted[];
}

export type Wait = Omit<Waiter, 'awakeable'>;
