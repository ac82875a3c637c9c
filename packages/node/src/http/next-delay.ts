const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

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
  /** 0 to 1. Absent: a random one. */
  readonly random?: number;
}

interface PassingFailure {
  readonly retryable: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly patienceMs?: number | undefined;
}

/**
 * Returns the wait before the next attempt at this moment, or `undefined` if there is none. The server's value wins; otherwise 1,
 * 2, 4 … 30 seconds, plus or minus a quarter. A wait that would exceed the limit is not started. Source: RETRY-01, RETRY-02.
 */
export function nextDelayMs(
  { retryable, retryAfterMs, patienceMs = Number.POSITIVE_INFINITY }: PassingFailure,
  { asked: { maxRetries = 4, maxRetryWaitSeconds = 120 }, attempts, began, random = Math.random() }: Delaying,
): number | undefined {
  if (!retryable || attempts > maxRetries) return undefined;
  const own = Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS) * (0.75 + random / 2);
  const delay = Math.round(retryAfterMs ?? own);
  return performance.now() - began + delay > Math.min(maxRetryWaitSeconds * 1000, patienceMs) ? undefined : delay;
}
