import type { LoadoutError, RateLimit } from '@loadout/core';
import { type ApiError, type AttemptContext, statusError } from '@loadout/core/model-errors';
import type { FailedAttempt } from '@loadout/node/http';
import { errors } from '../errors.js';

export type Failure = FailedAttempt<LoadoutError, RateLimit>;

const RETRIED = new Set([408, 409, 424, 429, 500, 502, 503, 504, 529]);
const NEVER_RETRIED = new Set([400, 401, 402, 403, 404, 413, 422]);
const STATUS_OF: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  timeout_error: 408,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  overloaded_error: 529,
};
const SPENT = /^(enforced|contract|linked_organization)_spend_limit_reached$/;
const TOO_LONG = /(prompt|input) is too long|context (window|length|size)|maximum context|exceeds? the (available )?context/i;

export function apiFailure(api: ApiError, context: AttemptContext): Failure {
  const kind = api.status ?? STATUS_OF[api.type ?? ''] ?? 500;
  const spent = SPENT.test(api.code ?? '');
  const own = RETRIED.has(kind) || kind >= 500;
  return {
    error: statusError(api, { kind: spent ? 402 : errorKind(api, kind), errors, context }),
    reason: [api.status, api.type].filter(Boolean).join(' ') || 'an error in the stream',
    status: api.status,
    retryable: !spent && !NEVER_RETRIED.has(kind) && (api.shouldRetry ?? own),
    retryAfterMs: api.retryAfterMs,
  };
}

/** The status that the error is told by. Gateways say that a conversation is too long with any status. */
function errorKind({ type, message }: ApiError, kind: number): number {
  if ([401, 402, 403, 404].includes(kind)) return kind;
  if (kind < 500 && TOO_LONG.test(message)) return 413;
  return type === 'overloaded_error' && kind !== 429 && kind !== 413 ? 529 : kind;
}
