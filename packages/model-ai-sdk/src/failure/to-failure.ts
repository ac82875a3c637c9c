import { isLoadoutError, type LoadoutError } from '@loadout/core';
import { failureKind } from '@loadout/core/model';
import {
  errorIn,
  errorInEvent,
  errorInText,
  type Failure as FailureOf,
  isCertificateProblem,
  isRefusedHere,
  kindOf,
  LOCAL_PATIENCE_MS,
  networkError,
  ownFailure,
  type ReadError,
  redact,
} from '@loadout/model-apis';
import { retryAfterMs } from '@loadout/node/http';
import { errors } from '../errors.js';

export type Failure = FailureOf<LoadoutError>;

export interface FailureContext {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly attempts: number;
}

/** Converts any thrown value, or the value of an `error` part. Errors of the AI SDK are told by their fields: their classes are not ours to load. */
export function toFailure(thrown: unknown, context: FailureContext): Failure {
  if (isLoadoutError(thrown)) return ownFailure(thrown);
  const api = readError(unreadIn(thrown));
  const message = redact(api.message, context.secrets).slice(0, MAX_MESSAGE);
  const byName = api.status === undefined ? named(api.name, { ...context, message }) : undefined;
  if (byName !== undefined) return byName;
  if (api.status !== undefined || api.code !== undefined) return refusal({ ...api, message }, context);
  return unreachable(thrown, { ...context, message });
}

const MAX_MESSAGE = 1_000;

/** The event that a package could not read, if the event reports an error; else what was thrown. */
function unreadIn(thrown: unknown): unknown {
  const value = isMap(thrown) && thrown.name === 'AI_TypeValidationError' ? thrown.value : undefined;
  return isMap(value) && errorInEvent(String(value.type), value) !== undefined ? value : thrown;
}

interface ThrownError extends ReadError {
  readonly name: string;
  readonly isRetryable?: boolean | undefined;
}

/** Reads an APICallError, the value of an `error` event, or anything else that was thrown. */
function readError(thrown: unknown): ThrownError {
  if (!isMap(thrown)) return { ...errorInText(String(thrown)), name: '', code: UNKNOWN };
  const fields: Readonly<Record<string, unknown>> = thrown;
  const headers = isMap(fields.responseHeaders) ? fields.responseHeaders : {};
  const inBody = errorIn(fields.data);
  const told = inBody ?? errorIn(fields) ?? { message: text(fields.responseBody) ?? JSON.stringify(thrown) };
  const name = String(fields.name ?? '');
  // A connection that is cut before the first event comes with the status of the head of the answer.
  const status = typeof fields.statusCode === 'number' && fields.statusCode >= 300 ? fields.statusCode : told.status;
  if (thrown instanceof Error && status === undefined && inBody === undefined) return { name, message: told.message };
  return {
    ...told,
    name,
    code: told.code ?? told.type ?? UNKNOWN,
    status,
    isRetryable: typeof fields.isRetryable === 'boolean' ? fields.isRetryable : undefined,
    retryAfterMs: retryAfterMs((name) => text(headers[name])) ?? told.retryAfterMs,
  };
}

/** Stands for the name of an error that a server gave no name. */
const UNKNOWN = 'unknown';

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

function refusal(api: ThrownError, { name, attempts }: FailureContext): Failure {
  const { message, code = '', status, retryAfterMs } = api;
  const error = errors[kindOf(api)]({ name, status, message, attempts }, { retryAfterMs });
  return {
    error,
    reason: [status, code === UNKNOWN ? undefined : code].filter(Boolean).join(' ') || 'an error in the stream',
    status,
    retryable: failureKind(error.code) === 'passes' && api.isRetryable !== false,
    retryAfterMs,
  };
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
