import { isLoadoutError } from '@loadout/core';
import { type AttemptContext, networkFailure, ownFailure } from '@loadout/core/model-errors';
import { retryAfterMs } from '@loadout/node/http';
import { rateLimits } from '../answer/rate-limits.js';
import { errors } from '../errors.js';
import type { Refusal } from '../transport/answer-of.js';
import { apiFailure, type Failure } from './api-failure.js';

/** Converts any thrown value: our own errors, refusals, or errors of the network. */
export function toFailure(thrown: unknown, context: AttemptContext): Failure {
  if (isLoadoutError(thrown)) return ownFailure(thrown);
  return isRefusal(thrown) ? refusalFailure(thrown, context) : networkFailure(thrown, { errors, context });
}

const isRefusal = (thrown: unknown): thrown is Refusal =>
  thrown instanceof Error && typeof (thrown as Refusal).status === 'number';

function refusalFailure({ status, headers, error: body, message }: Refusal, context: AttemptContext): Failure {
  const error = errorOf(body);
  const failure = apiFailure(
    {
      status,
      type: text(error?.type),
      code: text((error?.details as { error_code?: unknown } | undefined)?.error_code),
      // The message of a refusal is the status and the body.
      message: text(error?.message) ?? plain(message.replace(/^\d+ /, '')),
      requestId: text(headers['request-id']),
      retryAfterMs: retryAfterMs((name) => text(headers[name]) ?? null),
      shouldRetry: { true: true, false: false }[String(headers['x-should-retry'])],
    },
    context,
  );
  return { ...failure, limits: rateLimits(headers) };
}

interface ApiErrorBody {
  readonly type?: unknown;
  readonly message?: unknown;
  readonly details?: unknown;
}

/** Returns the API's `error` object, or the closest match. */
function errorOf(body: unknown): ApiErrorBody | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { error } = body as { error?: unknown };
  if (typeof error === 'string') return { message: error };
  return typeof error === 'object' && error !== null ? error : body;
}

/** A gateway's HTML page says nothing to a reader of a terminal. */
const plain = (body: string) => (body.trimStart().startsWith('<') ? 'an HTML page' : body.trim());

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
