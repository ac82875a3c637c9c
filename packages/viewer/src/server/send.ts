import { once } from 'node:events';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isLoadoutError } from '@loadout/core';
import { type Exchange, jsonIn, OWN_SITE_HEADERS, requestBody } from '@loadout/node';
import { errors } from '../errors.js';
import type { LiveFeed } from './live-feed.js';

const MAX_BODY_BYTES = 4096;
/** The interval at which a waiting reader gets a sign of life. */
const BEAT_MS = 15_000;
/** The length from which a document is compressed. */
const COMPRESSED_FROM = 16_384;

/** An answer that is no page loads nothing and runs nothing. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";
/** The page has a policy of its own in its head, which knows the hashes of its parts. */
const PAGE = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'";

/** The HTTP status of an error. Every other error is the fault of the request. */
const STATUS: Readonly<Record<string, number>> = {
  VIEW_KEY: 401,
  VIEW_TOKEN: 403,
  VIEW_HOST: 403,
  VIEW_ROUTE: 404,
  VIEW_METHOD: 405,
  VIEW_UNREADABLE: 410,
};

export function sendPage({ outgoing }: Exchange, html: string): void {
  outgoing.writeHead(200, { ...OWN_SITE_HEADERS, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE });
  outgoing.end(html);
}

export async function sendJson(
  { incoming, outgoing }: Exchange,
  { status = 200, body }: { readonly status?: number; readonly body: unknown },
): Promise<void> {
  const text = JSON.stringify(body);
  const isCompressed = text.length >= COMPRESSED_FROM && /\bgzip\b/.test(String(incoming.headers['accept-encoding'] ?? ''));
  const sent = isCompressed ? await promisify(gzip)(text, { level: 4 }) : text;
  const kind = { 'content-type': 'application/json', 'content-security-policy': NO_PAGE };
  outgoing.writeHead(status, { ...OWN_SITE_HEADERS, ...kind, ...(isCompressed ? { 'content-encoding': 'gzip' } : {}) });
  outgoing.end(sent);
}

/** Sends an error. For an unexpected error, the page only learns that there was one. */
export async function sendError(exchange: Exchange, error: unknown): Promise<void> {
  const { outgoing } = exchange;
  if (outgoing.headersSent) return void outgoing.destroy();
  if (!isLoadoutError(error)) {
    const unknown = { code: 'INTERNAL', message: 'The viewer failed to answer.' };
    return sendJson(exchange, { status: 500, body: { error: unknown } });
  }
  const { code, message, fix } = error;
  await sendJson(exchange, { status: STATUS[code] ?? 400, body: { error: { code, message, fix } } });
}

/** Reads the body as a JSON object. Throws VIEW_REQUEST. */
export async function readObject({ incoming }: Exchange): Promise<Readonly<Record<string, unknown>>> {
  // A page of another site may send other types without a preflight request.
  if (!/^application\/json(?:;|$)/i.test(incoming.headers['content-type'] ?? ''))
    throw errors.VIEW_REQUEST({ problem: 'its body must be application/json' });
  const body = await requestBody(incoming, MAX_BODY_BYTES);
  if (body === undefined) throw errors.VIEW_REQUEST({ problem: `its body has more than ${MAX_BODY_BYTES} bytes` });
  const value = jsonIn(body.toString('utf8'));
  if (value === undefined) throw errors.VIEW_REQUEST({ problem: 'its body is not JSON' });
  if (typeof value !== 'object' || value === null) throw errors.VIEW_REQUEST({ problem: 'its body is not an object' });
  return value as Readonly<Record<string, unknown>>;
}

/** Sends the changes behind an id as server-sent events, then each further change. A slow reader skips states, but loses none. */
export async function sendLive({ incoming, outgoing }: Exchange, feed: LiveFeed): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  outgoing.writeHead(200, { ...OWN_SITE_HEADERS, 'content-type': 'text/event-stream', 'content-security-policy': NO_PAGE });
  outgoing.flushHeaders();
  const beat = setInterval(() => outgoing.write(': still here\n\n'), BEAT_MS).unref();
  const last = incoming.headers['last-event-id'];
  try {
    for await (const { id, events } of feed.after(Array.isArray(last) ? last[0] : last, gone.signal)) {
      // Only the last event has the id: a reader that lost the connection before it gets all of them again.
      const lines = events.map(
        (event, index) => `${index === events.length - 1 ? `id: ${id}\n` : ''}data: ${JSON.stringify(event)}\n\n`,
      );
      if (!outgoing.write(lines.join(''))) await once(outgoing, 'drain', { signal: gone.signal }).catch(() => {});
    }
    outgoing.end();
  } finally {
    clearInterval(beat);
  }
}
