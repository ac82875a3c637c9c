import type { LoadoutError, RateLimit } from '@loadout/core';
import { redact } from '@loadout/node/http';
import { errors } from '../errors.js';
import { type Connection, originOf } from '../transport/connection.js';

/** An error as the API tells it, from a response or from an `error` event of a stream. */
export interface ApiError {
  readonly status?: number | undefined;
  readonly type?: string | undefined;
  readonly code?: string | undefined;
  readonly message: string;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** `x-should-retry`: the server's own word. */
  readonly shouldRetry?: boolean | undefined;
}

/** The failure of one attempt, and whether another attempt may succeed. */
export interface Failure {
  readonly error: LoadoutError;
  /** In a few words, for the `retry` event. */
  readonly reason: string;
  readonly status?: number | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs?: number | undefined;
  /** The limits that the API reported. */
  readonly limits?: readonly RateLimit[] | undefined;
}

export interface FailureContext {
  readonly connection: Connection;
  readonly attempts: number;
}

const MAX_MESSAGE = 1_000;
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

export function apiFailure(api: ApiError, context: FailureContext): Failure {
  const kind = api.status ?? STATUS_OF[api.type ?? ''] ?? 500;
  const spent = SPENT.test(api.code ?? '');
  const own = RETRIED.has(kind) || kind >= 500;
  return {
    error: toError(api, { kind, spent, context }),
    reason: [api.status, api.type].filter(Boolean).join(' ') || 'an error in the stream',
    status: api.status,
    retryable: !spent && !NEVER_RETRIED.has(kind) && (api.shouldRetry ?? own),
    retryAfterMs: api.retryAfterMs,
  };
}

interface Classified {
  readonly kind: number;
  readonly spent: boolean;
  readonly context: FailureContext;
}

function toError(api: ApiError, { kind, spent, context }: Classified): LoadoutError {
  const { connection, attempts } = context;
  const { status, type, requestId, retryAfterMs } = api;
  const message = redact(api.message, connection.secrets).slice(0, MAX_MESSAGE);
  const said = { status, type, requestId, message };
  const origin = originOf(connection);
  if (spent || kind === 402) return errors.MODEL_BILLING(said);
  if (kind === 401 || kind === 403) return errors.MODEL_AUTH({ ...said, origin, from: connection.credentialFrom });
  if (kind === 404) return errors.MODEL_NOT_FOUND({ ...said, origin });
  if (kind === 413 || (kind < 500 && TOO_LONG.test(message))) return errors.MODEL_PROMPT_TOO_LONG(said);
  if (kind === 429) return errors.MODEL_RATE_LIMITED({ ...said, attempts, retryAfterMs });
  if (kind === 529 || kind === 503 || type === 'overloaded_error') return errors.MODEL_OVERLOADED({ ...said, attempts });
  // Bedrock says 424 when the model itself fails.
  if (kind >= 500 || kind === 408 || kind === 409 || kind === 424) return errors.MODEL_SERVER_ERROR({ ...said, attempts });
  return errors.MODEL_REQUEST_INVALID(said);
}
