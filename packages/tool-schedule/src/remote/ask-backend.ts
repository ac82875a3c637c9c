import { firstBytes, timeLimit } from '@loadout/node';
import { errors } from '../errors.js';
import type { RemoteOptions } from '../options.js';

const MAX_BYTES = 1024 * 1024;
const SHOWN = 500;

export interface BackendRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly body?: unknown;
}

export interface BackendAnswer {
  readonly status: number;
  /** `null` for an answer without a body. */
  readonly json: unknown;
}

/** One request. Redirects are not followed, since the headers are meant for one host. Throws REMOTE_*. */
export async function askBackend(
  { method, url, body }: BackendRequest,
  { remote, signal }: { readonly remote: RemoteOptions; readonly signal: AbortSignal },
): Promise<BackendAnswer> {
  const limit = timeLimit(remote.timeoutSeconds * 1000);
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...remote.headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.any([signal, limit]),
    });
    const { bytes, isWhole } = await firstBytes(response, MAX_BYTES);
    if (!isWhole) throw new Error(`its answer has more than ${MAX_BYTES} bytes`);
    return answerOf(response.status, bytes.toString('utf8'));
  } catch (error) {
    if (!(error instanceof Error) || ('code' in error && String(error.code).startsWith('REMOTE_'))) throw error;
    const reason = limit.aborted
      ? `it took more than ${remote.timeoutSeconds} s`
      : signal.aborted
        ? 'the call was cancelled'
        : reasonOf(error);
    throw errors.REMOTE_FAILED({ url, reason }, { cause: error });
  }
}

function answerOf(status: number, text: string): BackendAnswer {
  if (status < 200 || status > 299)
    throw errors.REMOTE_STATUS({ status, meaning: meaningOf(status), body: text.trim().slice(0, SHOWN) });
  if (text.trim() === '') return { status, json: null };
  try {
    return { status, json: JSON.parse(text) };
  } catch {
    throw errors.REMOTE_STATUS({ status, meaning: 'but what came is not JSON', body: text.trim().slice(0, SHOWN) });
  }
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'it does not take this request',
  401: 'it does not know who asks',
  403: 'who asks may not do this',
  404: 'there is no such trigger',
  409: 'it conflicts with what is there',
  422: 'it does not take these values',
  429: 'it was asked too often',
};

function meaningOf(status: number): string {
  if (status >= 300 && status < 400) return 'it sends elsewhere, which is not followed';
  return MEANINGS[status] ?? (status >= 500 ? 'it failed' : 'it refused');
}

function reasonOf(error: Error): string {
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return code === 'ECONNREFUSED' ? 'the connection was refused' : (code ?? error.message);
}
