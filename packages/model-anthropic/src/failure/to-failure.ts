import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isLoadoutError } from '@loadout/core';
import { errors } from '../errors.js';
import { originOf } from '../transport/connection.js';
import { readText } from '../transport/read-text.js';
import { apiFailure, type Failure, type FailureContext } from './api-failure.js';

const RETRIED_CODES = new Set([
  'MODEL_STREAM_CUT',
  'MODEL_TIMEOUT',
  'MODEL_OVERLOADED',
  'MODEL_SERVER_ERROR',
  'MODEL_RATE_LIMITED',
]);
const CERTIFICATE = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/;

/** Reads whatever an attempt threw: our own errors, or the network's. */
export function toFailure(thrown: unknown, { connection, attempts }: FailureContext): Failure {
  if (isLoadoutError(thrown)) return { error: thrown, reason: thrown.message, retryable: RETRIED_CODES.has(thrown.code) };
  const { code, message } = thrown as NodeJS.ErrnoException;
  const reason = code ?? message ?? String(thrown);
  const error = errors.MODEL_UNREACHABLE({ origin: originOf(connection), reason, attempts }, { cause: thrown });
  return { error, reason, retryable: code !== undefined && !CERTIFICATE.test(code) };
}

/** Reads an answer whose status is not 2xx. */
export async function statusFailure(message: IncomingMessage, context: FailureContext): Promise<Failure> {
  const { headers, statusCode: status = 0 } = message;
  const body = await readText(message);
  const error = errorOf(body);
  return apiFailure(
    {
      status,
      type: text(error?.type),
      code: text((error?.details as { error_code?: unknown } | undefined)?.error_code),
      message: text(error?.message) ?? plain(body),
      requestId: text(headers['request-id']),
      retryAfterMs: retryAfterMs(headers),
      shouldRetry: { true: true, false: false }[String(headers['x-should-retry'])],
    },
    context,
  );
}

interface ApiErrorBody {
  readonly type?: unknown;
  readonly message?: unknown;
  readonly details?: unknown;
}

/** The API's `error` object, or what comes nearest to it. */
function errorOf(body: string): ApiErrorBody | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const { error } = parsed as { error?: unknown };
    if (typeof error === 'string') return { message: error };
    return typeof error === 'object' && error !== null ? error : parsed;
  } catch {
    return undefined;
  }
}

/** A gateway's HTML page says nothing to a reader of a terminal. */
const plain = (body: string) => (body.trimStart().startsWith('<') ? 'an HTML page' : body.trim() || 'nothing');

/** Milliseconds; `undefined` when the server names no time that can be read. A date counts from now. */
export function retryAfterMs(headers: IncomingHttpHeaders): number | undefined {
  const ms = Number.parseFloat(String(headers['retry-after-ms']));
  if (ms >= 0) return ms;
  const after = headers['retry-after'] ?? '';
  const wait = /^\s*[\d.]+\s*$/.test(after) ? Number.parseFloat(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
