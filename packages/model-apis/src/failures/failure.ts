import type { IncomingHttpHeaders } from 'node:http';
import { isLoadoutError, type LoadoutError } from '@loadout/core';
import { failureKind, type RateLimit } from '@loadout/core/model';
import { isRefusal, type Refusal, retryAfterMs } from '@loadout/node/http';
import type { ApiError, ServerError } from './api-error-rows.js';
import { kindOf, type RefusalCode } from './kind-of.js';
import { isCertificateProblem, isLoopback, networkError, redact } from './network-error.js';
import { errorInEvent, errorInText } from './read-error.js';

/** The failure of one attempt, and whether another attempt may succeed. */
export interface Failure<E extends Error> {
  readonly error: E;
  /** In a few words, for the `retry` event. */
  readonly reason: string;
  readonly status?: number | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs?: number | undefined;
  /** How long it is worth asking again, where that is shorter than the limit of the provider. */
  readonly patienceMs?: number | undefined;
  /** The limits that the API reported. */
  readonly limits?: readonly RateLimit[] | undefined;
}

/** The server of an attempt. */
export interface AttemptContext {
  readonly origin: string;
  /** The place that the credential comes from. */
  readonly from: string | undefined;
  readonly secrets: readonly string[];
  readonly attempts: number;
  /** The command that starts a server of this kind on this machine. */
  readonly start?: string | undefined;
}

type Extra = { readonly retryAfterMs?: number | undefined };

/** The functions of an error table that failures are made with. */
export interface FailureErrors<E extends Error> extends Readonly<Record<RefusalCode, (refused: Refused, extra: Extra) => E>> {
  MODEL_REQUEST_UNSENDABLE(problem: { origin: string; reason: string }): E;
  MODEL_UNREACHABLE(
    problem: { origin: string; reason: string; attempts: number; start?: string | undefined },
    extra: { readonly cause: unknown },
  ): E;
}

/** The parts of a refusal that messages of errors repeat. */
interface Refused extends ServerError {
  readonly origin: string;
  readonly from: string | undefined;
  readonly attempts: number;
  readonly retryAfterMs: number | undefined;
}

const MAX_MESSAGE = 1_000;

/** A type, a code, or the id of a request. */
const MAX_NAME = 200;

interface Within<E extends Error> {
  readonly errors: FailureErrors<E>;
  readonly context: AttemptContext;
}

/** Converts any thrown value: an error of the provider, a refusal, or an error of the network. `limits` reads those of a refusal. */
export function toFailure(
  thrown: unknown,
  { limits, ...within }: Within<LoadoutError> & { readonly limits: (headers: IncomingHttpHeaders) => readonly RateLimit[] },
): Failure<LoadoutError> {
  if (isLoadoutError(thrown)) return ownFailure(thrown);
  if (!isRefusal(thrown)) return networkFailure(thrown, within);
  return { ...apiFailure(refusalIn(thrown), within), limits: limits(thrown.headers) };
}

/** Returns the failure of a server that reports an error. */
export function apiFailure<E extends Error & { readonly code: string }>(
  api: ApiError,
  { errors, context }: Within<E>,
): Failure<E> {
  const { origin, from, secrets, attempts } = context;
  const { status, retryAfterMs, shouldRetry = true } = api;
  const shown = (text: string | undefined) => (text === undefined ? undefined : redact(text, secrets).slice(0, MAX_NAME));
  const [type, code, requestId] = [shown(api.type), shown(api.code), shown(api.requestId)];
  const message = redact(api.message, secrets).slice(0, MAX_MESSAGE);
  const told = { status, type, requestId, message, origin, from, attempts, retryAfterMs };
  const error = errors[kindOf(api)](told, { retryAfterMs });
  return {
    error,
    reason: [status, type ?? code].filter(Boolean).join(' ') || 'an error in the stream',
    status,
    retryable: shouldRetry && failureKind(error.code) === 'passes',
    retryAfterMs,
  };
}

/** The error that an event of a stream reports; `undefined` for any other event. */
export function eventError<E extends Error & { readonly code: string }>(
  { type, value }: { readonly type: string; readonly value: Readonly<Record<string, unknown>> },
  within: Within<E>,
): E | undefined {
  const told = errorInEvent(type, value);
  return told === undefined ? undefined : apiFailure(told, within).error;
}

/** The failure that an error of the provider's own table is. */
export const ownFailure = <E extends Error & { readonly code: string; readonly retryAfterMs?: number | undefined }>(
  error: E,
): Failure<E> => ({
  error,
  reason: error.message,
  retryable: failureKind(error.code) === 'passes',
  retryAfterMs: error.retryAfterMs,
});

/** A server on this machine to which nobody listens is not about to come: it is asked again once. */
export const LOCAL_PATIENCE_MS = 2_000;

/** The failure of the network, or of the making of a request. */
export function networkFailure<E extends Error>(thrown: unknown, { errors, context }: Within<E>): Failure<E> {
  const { origin, secrets, attempts, start } = context;
  const { code, reason, cause } = networkError(thrown, secrets);
  if (code === undefined) return { error: errors.MODEL_REQUEST_UNSENDABLE({ origin, reason }), reason, retryable: false };
  const isLocal = code === 'ECONNREFUSED' && isLoopback(origin);
  const startIt = isLocal ? `Start the server${start === undefined ? '' : `: ${start}`}.` : undefined;
  const error = errors.MODEL_UNREACHABLE({ origin, reason, attempts, start: startIt }, { cause });
  const patience = isLocal ? { patienceMs: LOCAL_PATIENCE_MS } : {};
  return { error, reason, retryable: !isCertificateProblem(code), ...patience };
}

/** The error that an answer reports whose status is not 2xx. */
function refusalIn({ status, headers, body }: Refusal): ApiError {
  const header = (name: string) => headers[name]?.toString();
  const told = errorInText(body);
  return {
    ...told,
    status,
    // AWS names its exception in a header too, with the place of the shape behind a colon.
    type: told.type ?? header('x-amzn-errortype')?.split(':')[0],
    requestId: header('request-id') ?? header('x-request-id'),
    retryAfterMs: retryAfterMs(header) ?? told.retryAfterMs,
    shouldRetry: { true: true, false: false }[header('x-should-retry') ?? ''],
  };
}
