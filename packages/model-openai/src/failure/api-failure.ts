import type { LoadoutError, RateLimit } from '@loadout/core';
import { type ApiError, type AttemptContext, statusError } from '@loadout/core/model-errors';
import type { FailedAttempt } from '@loadout/node/http';
import { errors } from '../errors.js';

export type Failure = FailedAttempt<LoadoutError, RateLimit>;

const RETRIED = new Set([408, 409, 429]);

/** The status that a code or a type of an error means. Servers send them in a stream, where there is no status. */
const STATUS_OF: Readonly<Record<string, number>> = {
  insufficient_quota: 402,
  invalid_api_key: 401,
  authentication_error: 401,
  permission_error: 403,
  model_not_found: 404,
  not_found_error: 404,
  context_length_exceeded: 413,
  rate_limit_exceeded: 429,
  rate_limit_error: 429,
  overloaded: 503,
  overloaded_error: 503,
  server_overloaded: 503,
  server_error: 500,
  api_error: 500,
  internal_server_error: 500,
  invalid_request_error: 400,
  invalid_prompt: 400,
};
const TOO_LONG =
  /context[_ ](window|length|size)|maximum context|exceeds? the (available )?context|prompt is too long|input is too long|(input|prompt|token count).{0,60}exceeds? the (maximum|limit)|maximum (prompt|input) (length|tokens)|too many (input )?tokens/i;
const UNKNOWN_MODEL =
  /\bmodel\b.{0,80}(not found|does not exist|not a valid|unknown|is not supported)|not a valid model|invalid model/i;

export function apiFailure(api: ApiError, context: AttemptContext): Failure {
  const kind = kindOf(api);
  const isPassing = RETRIED.has(kind) || kind >= 500;
  return {
    error: statusError(api, { kind, errors, context }),
    reason: [api.status, api.type ?? api.code].filter(Boolean).join(' ') || 'an error in the stream',
    status: api.status,
    retryable: isPassing && (api.shouldRetry ?? true),
    retryAfterMs: api.retryAfterMs,
  };
}

/**
 * The status that decides. Only the code `insufficient_quota` is a matter of money: an ordinary rate limit also says "check your
 * quota". Servers report a long conversation and an unknown model with one status and different words.
 */
function kindOf({ status, code = '', type = '', message }: ApiError): number {
  const named = STATUS_OF[code] ?? STATUS_OF[type];
  if (status === undefined) return named ?? 500;
  if (status === 429) return named === 402 ? 402 : 429;
  if (status >= 500 || status === 401 || status === 402 || status === 403 || status === 404) return status;
  if (named === 413 || TOO_LONG.test(message)) return 413;
  return named === 404 || (status === 400 && UNKNOWN_MODEL.test(message)) ? 404 : status;
}
