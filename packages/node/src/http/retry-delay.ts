const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

export interface RetryLimits {
  readonly maxRetries: number;
  readonly maxWaitMs: number;
}

export interface RetryableFailure {
  readonly retryable: boolean;
  readonly retryAfterMs?: number | undefined;
}

export interface RetryState {
  /** How many attempts have failed. */
  readonly attempts: number;
  /** Since the first attempt began. */
  readonly elapsedMs: number;
  /** 0 to 1. */
  readonly random: number;
}

/**
 * Returns the wait before the next attempt, or `undefined` if there is none. The server's value wins; otherwise 1, 2, 4 … 30
 * seconds, plus or minus a quarter. A wait that would exceed the limit is not started. Source: RETRY-01, RETRY-02.
 */
export function retryDelayMs(
  failure: RetryableFailure,
  { limits, state }: { limits: RetryLimits; state: RetryState },
): number | undefined {
  if (!failure.retryable || state.attempts > limits.maxRetries) return undefined;
  const own = Math.min(FIRST_MS * 2 ** (state.attempts - 1), LONGEST_MS) * (0.75 + state.random / 2);
  const delay = Math.round(failure.retryAfterMs ?? own);
  return state.elapsedMs + delay > limits.maxWaitMs ? undefined : delay;
}
