import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Endpoint } from '../settings.js';

const AGAIN = new Set([429, 502, 503, 504]);
const MOST_TRIES = 3;
const LONGEST_PAUSE_MS = 30_000;

/** The parts of an export. `debug` hears each failure. */
export interface Posting {
  /** Aborted when the process no longer waits. */
  readonly closing: AbortSignal;
  readonly debug: (message: string) => void;
}

/** Posts a body as JSON, with the retries of the specification. Resolves to whether the collector took it. Never rejects. */
export async function post(endpoint: Endpoint, body: object, { closing: ended, debug }: Posting): Promise<boolean> {
  const closing = AbortSignal.any([ended, AbortSignal.timeout(endpoint.exportMs)]);
  const payload = await payloadOf(endpoint, body);
  for (let attempt = 1; ; attempt++) {
    const waitMs = await tryOnce(endpoint, payload, { closing, debug });
    if (typeof waitMs === 'boolean') return waitMs;
    if (attempt === MOST_TRIES || closing.aborted) return false;
    await pause(Math.min(waitMs * attempt, LONGEST_PAUSE_MS), closing);
  }
}

async function payloadOf({ isCompressed }: Endpoint, body: object): Promise<Payload> {
  const text = JSON.stringify(body);
  if (!isCompressed) return { data: text, headers: {} };
  return { data: new Uint8Array(await promisify(gzip)(text)), headers: { 'content-encoding': 'gzip' } };
}

interface Payload {
  readonly data: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Resolves to whether the collector took the body, or to the milliseconds before another attempt. */
async function tryOnce(
  { url, headers, timeoutMs }: Endpoint,
  payload: Payload,
  { closing, debug }: Posting,
): Promise<boolean | number> {
  try {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]);
    const sent = { 'content-type': 'application/json', ...payload.headers, ...headers };
    const response = await fetch(url, { method: 'POST', headers: sent, body: payload.data, signal, redirect: 'error' });
    await response.body?.cancel();
    if (response.ok) return true;
    debug(`${url} answered with status ${response.status}`);
    return AGAIN.has(response.status) ? 1000 * (Number(response.headers.get('retry-after')) || 1) : false;
  } catch (error) {
    debug(`${url} cannot be reached: ${(error as Error).message}`);
    return 1000;
  }
}

function pause(milliseconds: number, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (closing.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      closing.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds).unref();
    closing.addEventListener('abort', done);
  });
}
