import type { Told } from './api-error-rows.js';

/** An error as a server tells it, from a response or from an event of a stream. */
export interface ApiError extends Told {
  readonly code?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** `x-should-retry`: the server's own word. */
  readonly shouldRetry?: boolean | undefined;
}
