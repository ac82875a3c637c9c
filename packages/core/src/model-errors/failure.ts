import type { Told } from './api-error-rows.js';
import { isCertificateProblem, isLoopback, networkError } from './network-error.js';
import { redact } from './redact.js';

/** An error as a server tells it, from a response or from an event of a stream. */
export interface ApiError extends Told {
  readonly code?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** `x-should-retry`: the server's own word. */
  readonly shouldRetry?: boolean | undefined;
}

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

/** The functions of an error table that failures are made with. */
export interface FailureErrors<E extends Error> {
  MODEL_BILLING(told: Told): E;
  MODEL_AUTH(told: Told & { origin: string; from: string | undefined }): E;
  MODEL_NOT_FOUND(told: Told & { origin: string }): E;
  MODEL_PROMPT_TOO_LONG(told: Told): E;
  MODEL_RATE_LIMITED(told: Told & { attempts: number; retryAfterMs: number | undefined }): E;
  MODEL_OVERLOADED(told: Told & { attempts: number }): E;
  MODEL_SERVER_ERROR(told: Told & { attempts: number }): E;
  MODEL_REQUEST_INVALID(told: Told): E;
  MODEL_REQUEST_UNSENDABLE(problem: { origin: string; reason: string }): E;
  MODEL_UNREACHABLE(
    problem: { origin: string; reason: string; attempts: number; start?: string | undefined },
    extra: { readonly cause: unknown },
  ): E;
}

const MAX_MESSAGE = 1_000;

/** Returns the error for what a server told. `kind` is the status that decides, whichever one the server sent. */
export function statusError<E extends Error>(
  api: ApiError,
  { kind, errors, context }: { readonly kind: number; readonly errors: FailureErrors<E>; readonly context: AttemptContext },
): E {
  const { origin, from, secrets, attempts } = context;
  const { status, type, requestId, retryAfterMs } = api;
  const told = { status, type, requestId, message: redact(api.message, secrets).slice(0, MAX_MESSAGE) };
  if (kind === 402) return errors.MODEL_BILLING(told);
  if (kind === 401 || kind === 403) return errors.MODEL_AUTH({ ...told, origin, from });
  if (kind === 404) return errors.MODEL_NOT_FOUND({ ...told, origin });
  if (kind === 413) return errors.MODEL_PROMPT_TOO_LONG(told);
  if (kind === 429) return errors.MODEL_RATE_LIMITED({ ...told, attempts, retryAfterMs });
  if (kind === 529 || kind === 503) return errors.MODEL_OVERLOADED({ ...told, attempts });
  // Bedrock says 424 when the model itself fails.
  if (kind >= 500 || kind === 408 || kind === 409 || kind === 424) return errors.MODEL_SERVER_ERROR({ ...told, attempts });
  return errors.MODEL_REQUEST_INVALID(told);
}

const PASSING = /^MODEL_(STREAM_CUT|TIMEOUT|OVERLOADED|SERVER_ERROR|RATE_LIMITED)$/;

/** The failure that an error of the provider's own table is. */
export const ownFailure = <E extends Error & { readonly code: string }>(error: E): Failure<E> => ({
  error,
  reason: error.message,
  retryable: PASSING.test(error.code),
});

/** A server on this machine to which nobody listens is not about to come: it is asked again once. */
export const LOCAL_PATIENCE_MS = 2_000;

/** The failure of the network, or of the making of a request. */
export function networkFailure<E extends Error>(
  thrown: unknown,
  { errors, context }: { readonly errors: FailureErrors<E>; readonly context: AttemptContext },
): Failure<E> {
  const { origin, secrets, attempts, start } = context;
  const { code, reason, cause } = networkError(thrown, secrets);
  if (code === undefined) return { error: errors.MODEL_REQUEST_UNSENDABLE({ origin, reason }), reason, retryable: false };
  const isLocal = code === 'ECONNREFUSED' && isLoopback(origin);
  const startIt = isLocal ? `Start the server${start === undefined ? '' : `: ${start}`}.` : undefined;
  const error = errors.MODEL_UNREACHABLE({ origin, reason, attempts, start: startIt }, { cause });
  const patience = isLocal ? { patienceMs: LOCAL_PATIENCE_MS } : {};
  return { error, reason, retryable: !isCertificateProblem(code), ...patience };
}
