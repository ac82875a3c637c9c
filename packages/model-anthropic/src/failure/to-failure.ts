import type { APIError } from '@anthropic-ai/sdk/core/error';
import { isLoadoutError } from '@loadout/core';
import { rateLimits } from '../answer/rate-limits.js';
import { errors } from '../errors.js';
import { type Connection, originOf } from '../transport/connection.js';
import { apiFailure, type Failure, type FailureContext } from './api-failure.js';
import { redact } from './redact.js';

const RETRIED_CODES = new Set([
  'MODEL_STREAM_CUT',
  'MODEL_TIMEOUT',
  'MODEL_OVERLOADED',
  'MODEL_SERVER_ERROR',
  'MODEL_RATE_LIMITED',
]);
const CERTIFICATE = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/;

/** Converts any thrown value: our own errors, errors of the API from the SDK, or network errors. */
export function toFailure(thrown: unknown, context: FailureContext): Failure {
  if (isLoadoutError(thrown)) return { error: thrown, reason: thrown.message, retryable: RETRIED_CODES.has(thrown.code) };
  if (isRefusal(thrown)) return refusalFailure(thrown, context);
  const { connection, attempts } = context;
  const { code, reason, cause } = networkError(thrown, connection);
  if (code === undefined)
    return { error: errors.MODEL_REQUEST_UNSENDABLE({ origin: originOf(connection), reason }), reason, retryable: false };
  const error = errors.MODEL_UNREACHABLE({ origin: originOf(connection), reason, attempts }, { cause });
  return { error, reason, retryable: !CERTIFICATE.test(code) };
}

/** An answer whose status is not 2xx. Told by its fields, since the SDK's classes are not loaded for this. */
type Refusal = APIError<number, Headers>;

const isRefusal = (thrown: unknown): thrown is Refusal =>
  thrown instanceof Error && typeof (thrown as Refusal).status === 'number';

function refusalFailure({ status, headers, error: body, message }: Refusal, context: FailureContext): Failure {
  const error = errorOf(body);
  const failure = apiFailure(
    {
      status,
      type: text(error?.type),
      code: text((error?.details as { error_code?: unknown } | undefined)?.error_code),
      // If the body is not JSON, the SDK's message is the status and the body.
      message: text(error?.message) ?? plain(message.replace(/^\d+ /, '')),
      requestId: text(headers.get('request-id')),
      retryAfterMs: retryAfterMs(headers),
      shouldRetry: { true: true, false: false }[String(headers.get('x-should-retry'))],
    },
    context,
  );
  return { ...failure, limits: rateLimits(Object.fromEntries(headers)) };
}

/**
 * Finds the network error inside the error of `fetch` inside the SDK's error; it has a code. An error without a code comes from
 * building the request. Its message may contain a header, so it is not used as `cause`.
 */
function networkError(thrown: unknown, { secrets }: Connection): { code?: string; reason: string; cause?: unknown } {
  let reason = String(thrown);
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { code, message, name } = error as NodeJS.ErrnoException;
    if (typeof code === 'string') return { code, reason: code, cause: error };
    if (name === 'APIConnectionTimeoutError') return { code: 'ETIMEDOUT', reason: 'the connection timed out' };
    reason = message;
  }
  return { reason: redact(reason, secrets) };
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

/** Milliseconds; `undefined` when the server names no time that can be read. A date counts from now. */
export function retryAfterMs(headers: Headers): number | undefined {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (ms >= 0) return ms;
  const after = headers.get('retry-after') ?? '';
  const wait = /^\s*[\d.]+\s*$/.test(after) ? Number.parseFloat(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
