import type { IncomingMessage } from 'node:http';
import { isLoadoutError, type LoadoutError } from '@loadout/core';
import { type AttemptContext, networkFailure, ownFailure } from '@loadout/core/model-errors';
import { decodedBody, readText, retryAfterMs } from '@loadout/node/http';
import type { WireEvent } from '../answer/assembler.js';
import { rateLimits } from '../answer/rate-limits.js';
import { invalid } from '../answer/wire-event.js';
import { errors } from '../errors.js';
import { apiFailure, type Failure } from './api-failure.js';
import { errorIn, errorInEvent } from './read-error.js';

/** Converts any thrown value: our own errors or network errors. */
export const toFailure = (thrown: unknown, context: AttemptContext): Failure =>
  isLoadoutError(thrown) ? ownFailure(thrown) : networkFailure(thrown, { errors, context });

/** The failure of an answer whose status is not 2xx. */
export async function refusalOf(message: IncomingMessage, context: AttemptContext): Promise<Failure> {
  const { headers, statusCode: status = 0 } = message;
  const header = (name: string): string | undefined => headers[name]?.toString();
  const body = await readText(await decodedBody(message, invalid));
  const { number: _, ...told } = errorIn(parsed(body)) ?? { message: plain(body) };
  const failure = apiFailure(
    {
      ...told,
      status,
      requestId: header('x-request-id'),
      retryAfterMs: retryAfterMs(header) ?? told.retryAfterMs,
      shouldRetry: { true: true, false: false }[header('x-should-retry') ?? ''],
    },
    context,
  );
  return { ...failure, limits: rateLimits(headers) };
}

/** The error that an event of a stream tells of; `undefined` for any other event. */
export function eventError({ type, value }: WireEvent, context: AttemptContext): LoadoutError | undefined {
  const told = errorInEvent(type, value);
  if (told === undefined) return undefined;
  const { number, ...error } = told;
  return apiFailure({ ...error, status: number }, context).error;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** A gateway's HTML page says nothing to a reader of a terminal. */
const plain = (body: string): string => (body.trimStart().startsWith('<') ? 'an HTML page' : body.trim() || 'nothing');
