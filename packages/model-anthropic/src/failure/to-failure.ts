import { isLoadoutError, type LoadoutError, type RateLimit } from '@loadout/core';
import {
  type AttemptContext,
  apiFailure,
  errorInEvent,
  errorInText,
  networkFailure,
  ownFailure,
} from '@loadout/core/model-errors';
import { type FailedAttempt, retryAfterMs } from '@loadout/node/http';
import { rateLimits } from '../answer/rate-limits.js';
import type { WireEvent } from '../answer/wire-event.js';
import { errors } from '../errors.js';
import type { Refusal } from '../transport/exchange.js';

export type Failure = FailedAttempt<LoadoutError, RateLimit>;

/** Converts any thrown value: our own errors, refusals, or errors of the network. */
export function toFailure(thrown: unknown, context: AttemptContext): Failure {
  if (isLoadoutError(thrown)) return ownFailure(thrown);
  return isRefusal(thrown) ? refusalFailure(thrown, context) : networkFailure(thrown, { errors, context });
}

/** The error that an event of a stream reports; `undefined` for any other event. */
export function eventError(event: WireEvent, context: AttemptContext): LoadoutError | undefined {
  const told = errorInEvent(event.type, event);
  return told === undefined ? undefined : apiFailure(told, { errors, context }).error;
}

const isRefusal = (thrown: unknown): thrown is Refusal =>
  thrown instanceof Error && typeof (thrown as Refusal).status === 'number';

function refusalFailure({ status, headers, body }: Refusal, context: AttemptContext): Failure {
  const header = (name: string): string | undefined => headers[name]?.toString();
  const told = errorInText(body);
  const failure = apiFailure(
    {
      ...told,
      status,
      // AWS names its exception in a header too, with the place of the shape behind a colon.
      type: told.type ?? header('x-amzn-errortype')?.split(':')[0],
      requestId: header('request-id'),
      retryAfterMs: retryAfterMs(header) ?? told.retryAfterMs,
      shouldRetry: { true: true, false: false }[header('x-should-retry') ?? ''],
    },
    { errors, context },
  );
  return { ...failure, limits: rateLimits(headers) };
}
