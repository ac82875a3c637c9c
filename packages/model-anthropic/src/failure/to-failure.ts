import { isLoadoutError, type LoadoutError } from '@loadout/core';
import type { RateLimit } from '@loadout/core/model';
import { type AttemptContext, networkFailure, ownFailure, refusalFailure } from '@loadout/model-apis';
import { type FailedAttempt, isRefusal, retryAfterMs } from '@loadout/node/http';
import { rateLimits } from '../answer/rate-limits.js';
import { errors } from '../errors.js';

export type Failure = FailedAttempt<LoadoutError, RateLimit>;

/** Converts any thrown value: our own errors, refusals, or errors of the network. */
export function toFailure(thrown: unknown, context: AttemptContext): Failure {
  if (isLoadoutError(thrown)) return ownFailure(thrown);
  if (!isRefusal(thrown)) return networkFailure(thrown, { errors, context });
  const { status, headers, body: text } = thrown;
  const header = (name: string): string | undefined => headers[name]?.toString();
  const refused = { status, header, text, retryAfterMs: retryAfterMs(header) };
  return { ...refusalFailure(refused, { errors, context }), limits: rateLimits(headers) };
}
