import type { LoadoutError, RateLimit } from '@loadout/core';
import { redact } from '@loadout/node/http';
import { type Connection, originOf } from '../connection/connection.js';
import { errors } from '../errors.js';

/** An error as a server tells it, from a response or from an event of a stream. */
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
  readonly limits?: readonly RateLimit[] | undefined;
}

export interface FailureContext {
  readonly connection: Connection;
  readonly attempts: number;
}

const MAX_MESSAGE = 1_000;
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

export function apiFailure(api: ApiError, context: FailureContext): Failure {
  const kind = kindOf(api);
  const isPassing = RETRIED.has(kind) || kind >= 500;
  return {
    error: toError(api, { kind, context }),
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

interface Classified {
  readonly kind: number;
  readonly context: FailureContext;
}

function toError(api: ApiError, { kind, context }: Classified): LoadoutError {
  const { connection, attempts } = context;
  const { status, type, requestId, retryAfterMs } = api;
  const said = { status, type, requestId, message: redact(api.message, connection.secrets).slice(0, MAX_MESSAGE) };
  const origin = originOf(connection);
  if (kind === 402) return errors.MODEL_BILLING(said);
  if (kind === 401 || kind === 403) return errors.MODEL_AUTH({ ...said, origin, from: connection.credentialFrom });
  if (kind === 404) return errors.MODEL_NOT_FOUND({ ...said, origin });
  if (kind === 413) return errors.MODEL_PROMPT_TOO_LONG(said);
  if (kind === 429) return errors.MODEL_RATE_LIMITED({ ...said, attempts, retryAfterMs });
  if (kind === 529 || kind === 503) return errors.MODEL_OVERLOADED({ ...said, attempts });
  if (kind >= 500 || kind === 408 || kind === 409) return errors.MODEL_SERVER_ERROR({ ...said, attempts });
  return errors.MODEL_REQUEST_INVALID(said);
}
