import { isLoadoutError, messageOf } from '@loadout/core';
import { defined, timeLimit } from '@loadout/node';
import { type EngineKey, readEngineKey } from '../door/engine-key.js';
import { PASS, passFor, STAMP } from '../door/pass.js';
import { errors } from '../errors.js';
import { EngineClock } from './engine-clock.js';

/** The addresses of an engine: one for runs, one for its administration, and the file of its key. */
export interface EngineAddress {
  readonly ingress: string;
  readonly admin: string;
  readonly keyFile: string;
}

/** One address of an engine, with the key that opens it. */
export interface Endpoint {
  readonly url: string;
  readonly key: EngineKey;
  /** The clock of the engine, which each answer sets. */
  readonly clock: EngineClock;
}

/** An engine whose key is read. */
export interface Engine {
  readonly ingress: Endpoint;
  readonly admin: Endpoint;
  readonly key: EngineKey;
  readonly clock: EngineClock;
}

/** Reads the key of an engine. Throws ENGINE_KEY_FILE. */
export function engineAt({ ingress, admin, keyFile }: EngineAddress): Engine {
  const key = readEngineKey(keyFile);
  const clock = new EngineClock();
  return { ingress: { url: ingress, key, clock }, admin: { url: admin, key, clock }, key, clock };
}

const MOST_MS = 30_000;

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PATCH' | undefined;
  readonly body?: unknown;
  /** The engine takes one request with this key. */
  readonly once?: string | undefined;
  /** Milliseconds without an answer. Default 30,000. */
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

/** Sends a request to a path of an engine and returns the answer. Throws ENGINE_UNREACHABLE, ENGINE_NO_ENTRY. */
export async function ask(
  to: Endpoint,
  path: string,
  { method: given, body, once, timeout = MOST_MS, signal }: Asked = {},
): Promise<Answer> {
  const url = to.url + path;
  const method = given ?? (body === undefined ? 'GET' : 'POST');
  const text = body === undefined ? '' : JSON.stringify(body);
  try {
    const { host, pathname, search } = new URL(url);
    const head = { method, host, target: pathname + search, body: text };
    const send = (stamp?: string) =>
      fetch(url, {
        method,
        headers: {
          accept: 'application/json',
          [PASS]: passFor(to.key, head, stamp),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...defined({ 'idempotency-key': once }),
        },
        ...(body === undefined ? {} : { body: text }),
        signal: AbortSignal.any([timeLimit(timeout), ...(signal === undefined ? [] : [signal])]),
      });
    let response = await send();
    const stamp = response.status === 401 ? response.headers.get(STAMP) : null;
    // The clock of this machine may be wrong.
    if (stamp !== null) response = await send(stamp);
    if (response.status === 401) throw errors.ENGINE_NO_ENTRY({ url: to.url });
    const read = Date.parse(response.headers.get('date') ?? '');
    const date = Number.isNaN(read) ? undefined : read;
    to.clock.heard(date);
    return { status: response.status, text: await response.text(), date };
  } catch (error) {
    if (isLoadoutError(error)) throw error;
    throw errors.ENGINE_UNREACHABLE({ url, problem: problemOf(error) }, { cause: error });
  }
}

/** Sends a request that must succeed. Throws ENGINE_UNREACHABLE, ENGINE_NO_ENTRY, ENGINE_ANSWER. */
export async function askJson<T>(to: Endpoint, path: string, asked: Asked = {}): Promise<T> {
  const { status, text } = await ask(to, path, asked);
  if (status >= 300) throw errors.ENGINE_ANSWER({ url: to.url + path, status, text });
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** The reason of a failed request is in its cause: `connect ECONNREFUSED …`. */
function problemOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  return messageOf(cause ?? error) || messageOf(error);
}
