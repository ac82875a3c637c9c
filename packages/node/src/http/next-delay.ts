import { type RetryableFailure, retryDelayMs } from './retry-delay.js';

/** The options of a provider about asking again, which `patienceOptions` describes. */
export interface Patience {
  readonly maxRetries?: number | undefined;
  readonly maxRetryWaitSeconds?: number | undefined;
}

interface Delaying {
  readonly asked: Patience;
  /** How many attempts have failed. */
  readonly attempts: number;
  /** The time of the first attempt, by `performance.now()`. */
  readonly began: number;
}

/** Returns the wait before the next attempt at this moment, or `undefined` if there is none. */
export function nextDelayMs(
  failure: RetryableFailure & { readonly patienceMs?: number | undefined },
  { asked, attempts, began }: Delaying,
): number | undefined {
  const { maxRetries = 4, maxRetryWaitSeconds = 120 } = asked;
  const maxWaitMs = Math.min(maxRetryWaitSeconds * 1000, failure.patienceMs ?? Number.POSITIVE_INFINITY);
  const state = { attempts, elapsedMs: performance.now() - began, random: Math.random() };
  return retryDelayMs(failure, { limits: { maxRetries, maxWaitMs }, state });
}
