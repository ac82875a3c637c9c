import { isLoadoutError, type LoadoutError } from '@loadout/core';
import { isCertificateProblem, isRefusedHere, LOCAL_PATIENCE_MS, networkError, redact } from '@loadout/core/model-errors';
import { retryAfterMs } from '@loadout/node/http';
import { errors } from '../errors.js';

/** The failure of one attempt, and whether another attempt may succeed. */
export interface Failure {
  readonly error: LoadoutError;
  readonly reason: string;
  readonly status?: number | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs?: number | undefined;
  /** How long it is worth asking again, where that is shorter than the limit of the provider. */
  readonly patienceMs?: number | undefined;
}

export interface FailureContext {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly attempts: number;
}

const RETRIED_CODES = ['MODEL_STREAM_CUT', 'MODEL_TIMEOUT', 'MODEL_SERVER_ERROR'];

/** Converts any thrown value, or the value of an `error` part. Errors of the AI SDK are told by their fields: their classes are not ours to load. */
export function toFailure(thrown: unknown, context: FailureContext): Failure {
  if (isLoadoutError(thrown)) return { error: thrown, reason: thrown.message, retryable: RETRIED_CODES.includes(thrown.code) };
  const api = readError(thrown);
  const message = redact(api.message, context.secrets).slice(0, MAX_MESSAGE);
  const byName = api.status === undefined ? named(api.name, { ...context, message }) : undefined;
  if (byName !== undefined) return byName;
  if (api.status !== undefined || api.code !== undefined) return refusal({ ...api, message }, context);
  return unreachable(thrown, { ...context, message });
}

const MAX_MESSAGE = 1_000;

interface ApiError {
  readonly name: string;
  readonly message: string;
  readonly status?: number | undefined;
  /** The API's own word, such as `insufficient_quota`. */
  readonly code?: string | undefined;
  readonly isRetryable?: boolean | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** Reads an APICallError, the object of an `error` event, or anything else that was thrown. */
function readError(thrown: unknown): ApiError {
  if (typeof thrown !== 'object' || thrown === null) return { name: '', message: String(thrown), code: 'unknown' };
  const fields = thrown as Readonly<Record<string, unknown>>;
  const inner = isMap(fields.error) ? fields.error : fields;
  const headers = isMap(fields.responseHeaders) ? fields.responseHeaders : {};
  const body = isMap(fields.data) && isMap(fields.data.error) ? fields.data.error : inner;
  return {
    name: String(fields.name ?? ''),
    message: text(inner.message) ?? text(fields.responseBody) ?? JSON.stringify(thrown),
    status: typeof fields.statusCode === 'number' ? fields.statusCode : undefined,
    code:
      thrown instanceof Error && typeof fields.statusCode !== 'number'
        ? undefined
        : (text(body.code) ?? text(body.type) ?? 'unknown'),
    isRetryable: typeof fields.isRetryable === 'boolean' ? fields.isRetryable : undefined,
    retryAfterMs: retryAfterMs((name) => text(headers[name])),
  };
}

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Errors that the AI SDK makes before it asks, or while it reads. */
function named(name: string, { message, ...context }: FailureContext & { readonly message: string }): Failure | undefined {
  const of = (error: LoadoutError, retryable = false): Failure => ({ error, reason: message, retryable });
  const problem = message.replace(/\.$/, '');
  if (name === 'AI_LoadAPIKeyError' || name === 'AI_LoadSettingError')
    return of(errors.MODEL_KEY_MISSING({ name: context.name, why: message }));
  if (name === 'AI_NoSuchModelError') return of(errors.MODEL_NOT_FOUND({ name: context.name, message }));
  if (name === 'AI_InvalidResponseDataError' && /without a finish reason/.test(message))
    return of(errors.MODEL_STREAM_CUT({ seen: 'it ends without a reason' }), true);
  if (/^AI_(JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody)Error$/.test(name))
    return of(errors.MODEL_STREAM_INVALID({ name: context.name, problem }));
  if (name.startsWith('AI_') && name !== 'AI_APICallError')
    return of(errors.MODEL_REQUEST_INVALID({ name: context.name, message }));
  return undefined;
}

const RETRIED = [408, 409, 429];
const NEVER_RETRIED = [400, 401, 402, 403, 404, 413, 422];
const TOO_LONG = /prompt is too long|context (window|length|size)|maximum context|token count.*exceeds|input is too long/i;

/** The statuses that the words of an `error` event stand for. */
const STATUS_OF: Readonly<Record<string, number>> = {
  insufficient_quota: 402,
  context_length_exceeded: 413,
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  RESOURCE_EXHAUSTED: 429,
  overloaded_error: 529,
  UNAVAILABLE: 503,
};

function refusal(api: ApiError, { name, attempts }: FailureContext): Failure {
  const { message, code = '', status } = api;
  // A spent quota comes with the status of a rate limit.
  const kind = code === 'insufficient_quota' ? 402 : (status ?? STATUS_OF[code] ?? 500);
  const own = RETRIED.includes(kind) || kind >= 500;
  return {
    error: errorOf(kind, { name, status, message, attempts }),
    reason: [status, code === 'unknown' ? undefined : code].filter(Boolean).join(' ') || 'an error in the stream',
    status,
    retryable: !NEVER_RETRIED.includes(kind) && (api.isRetryable ?? own),
    retryAfterMs: api.retryAfterMs,
  };
}

function errorOf(
  kind: number,
  refused: { readonly name: string; readonly status: number | undefined; readonly message: string; readonly attempts: number },
): LoadoutError {
  if (kind === 402) return errors.MODEL_BILLING(refused);
  if (kind === 401 || kind === 403) return errors.MODEL_AUTH(refused);
  if (kind === 404) return errors.MODEL_NOT_FOUND(refused);
  if (kind === 413 || (kind < 500 && TOO_LONG.test(refused.message))) return errors.MODEL_PROMPT_TOO_LONG(refused);
  if (kind === 429) return errors.MODEL_RATE_LIMITED(refused);
  if (kind === 503 || kind === 529) return errors.MODEL_OVERLOADED(refused);
  if (kind >= 500 || kind === 408 || kind === 409) return errors.MODEL_SERVER_ERROR(refused);
  return errors.MODEL_REQUEST_INVALID(refused);
}

/** A failure of the network, which `fetch` wraps. Anything else that was thrown is a fault of the package. */
function unreachable(
  thrown: unknown,
  { name, secrets, attempts, message }: FailureContext & { readonly message: string },
): Failure {
  const { code, reason, cause } = networkError(thrown, secrets);
  if (code === undefined && !/fetch failed|connect to API|terminated|socket/i.test(message))
    return { error: errors.MODEL_REQUEST_INVALID({ name, message }), reason: message, retryable: false };
  const error = errors.MODEL_UNREACHABLE({ name, reason, attempts }, cause === undefined ? {} : { cause });
  const patience = isRefusedHere(cause) ? { patienceMs: LOCAL_PATIENCE_MS } : {};
  return { error, reason, retryable: code === undefined || !isCertificateProblem(code), ...patience };
}
