import type { IncomingMessage } from 'node:http';
import { isLoadoutError, type LoadoutError } from '@loadout/core';
import type { RateLimit } from '@loadout/core/model';
import { type AttemptContext, apiFailure, errorInEvent, networkFailure, ownFailure, refusalFailure } from '@loadout/model-apis';
import { decodedBody, type FailedAttempt, readText, retryAfterMs } from '@loadout/node/http';
import { rateLimits } from '../answer/rate-limits.js';
import { invalid, type WireEvent } from '../answer/wire-event.js';
import { errors } from '../errors.js';

export type Failure = FailedAttempt<LoadoutError, RateLimit>;

/** Converts any thrown value: our own errors or network errors. */
export const toFailure = (thrown: unknown, context: AttemptContext): Failure =>
  isLoadoutError(thrown) ? ownFailure(thrown) : networkFailure(thrown, { errors, context });

/** The failure of an answer whose status is not 2xx. */
export async function refusalOf(message: IncomingMessage, context: AttemptContext): Promise<Failure> {
  const { headers, statusCode: status = 0 } = message;
  const header = (name: string): string | undefined => headers[name]?.toString();
  const text = await readText(await decodedBody(message, invalid));
  const refused = { status, header, text, retryAfterMs: retryAfterMs(header) };
  return { ...refusalFailure(refused, { errors, context }), limits: rateLimits(headers) };
}

/** The error that an event of a stream reports; `undefined` for any other event. */
export function eventError({ type, value }: WireEvent, context: AttemptContext): LoadoutError | undefined {
  const told = errorInEvent(type, value);
  return told === undefined ? undefined : apiFailure(told, { errors, context }).error;
}
