import { isLoadoutError, messageOf } from '@loadout/core';
import { errors } from '../errors.js';

/** The addresses of an engine: one for runs, one for its administration. */
export interface EngineAddress {
  readonly ingress: string;
  readonly admin: string;
}

const MOST_MS = 30_000;

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PATCH' | undefined;
  readonly body?: unknown;
  /** The engine takes one request with this key. */
  readonly once?: string | undefined;
  /** Milliseconds without an answer. Default 30,000; 0: none. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An answer of the engine. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The time at which the engine answered, by its own clock, in milliseconds since 1970. */
  readonly date: number | undefined;
}

/** Sends a request and returns the answer. Throws ENGINE_UNREACHABLE. */
export async function ask(url: string, { method, body, once, timeout = MOST_MS, signal }: Asked = {}): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(once === undefined ? {} : { 'idempotency-key': once }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([
        ...(timeout === 0 ? [] : [AbortSignal.timeout(timeout)]),
        ...(signal === undefined ? [] : [signal]),
      ]),
    });
    const date = Date.parse(response.headers.get('date') ?? '');
    return { status: response.status, text: await response.text(), date: Number.isNaN(date) ? undefined : date };
  } catch (error) {
    throw errors.ENGINE_UNREACHABLE({ url, problem: problemOf(error) }, { cause: error });
  }
}

/** Sends a request that must succeed. Throws ENGINE_UNREACHABLE, ENGINE_ANSWER. */
export async function askJson<T>(url: string, asked: Asked = {}): Promise<T> {
  const { status, text } = await ask(url, asked);
  if (status >= 300) throw errors.ENGINE_ANSWER({ url, status, text });
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** The reason of a failed request is in its cause: `connect ECONNREFUSED …`. */
function problemOf(error: unknown): string {
  if (isLoadoutError(error)) return error.message;
  const { cause } = error as { readonly cause?: unknown };
  return messageOf(cause ?? error) || messageOf(error);
}
