import { STATUS_CODES } from 'node:http';
import type { Agent, Dispatcher } from 'undici';
import { guardedAgent } from '../address/guarded-agent.js';
import type { Network } from '../address/network.js';
import { targetOf } from '../address/target.js';
import { errors } from '../errors.js';
import { discard, readBody } from './read-body.js';

const MOST_HOPS = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface FetchContext {
  readonly network: Network;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

interface Status {
  readonly url: URL;
  readonly status: number;
  readonly statusText: string;
}

/** The target of a URL: the bytes of a page, or another host, which is not requested. */
export type Fetched =
  | (Status & { readonly kind: 'page'; readonly contentType: string | undefined; readonly bytes: Buffer })
  | (Status & { readonly kind: 'elsewhere'; readonly location: string });

/** Sends one GET without cookies. Follows redirects to the same host, and checks each like the first URL. */
export async function fetchPage(start: URL, context: FetchContext): Promise<Fetched> {
  const agent = await guardedAgent(context.network);
  try {
    return await follow(start, { ...context, agent });
  } finally {
    // Closes all connections: none is kept between calls.
    await agent.destroy();
  }
}

async function follow(start: URL, context: FetchContext & { agent: Agent }): Promise<Fetched> {
  const seen = new Set<string>();
  let url = start;
  while (!seen.has(url.href)) {
    if (seen.size > MOST_HOPS) throw failed(start, `there are more than ${MOST_HOPS}`);
    seen.add(url.href);
    const answer = await request(url, context);
    const status = { url, status: answer.statusCode, statusText: STATUS_CODES[answer.statusCode] ?? '' };
    const location = REDIRECTS.has(answer.statusCode) ? headerOf(answer, 'location') : undefined;
    if (location === undefined) return { kind: 'page', ...status, ...(await readPage(url, { answer, ...context })) };
    discard(answer.body);
    const next = nextUrl(url, { location, start, network: context.network });
    if (next.host !== url.host) return { kind: 'elsewhere', ...status, location: next.href };
    url = next;
  }
  throw failed(start, `they lead back to ${url.href}`);
}

const failed = (start: URL, problem: string) => errors.WEB_REDIRECT_FAILED({ url: start.href, problem });

const request = (url: URL, { agent, headers, signal }: FetchContext & { agent: Agent }) =>
  agent.request({ origin: url.origin, path: `${url.pathname}${url.search}`, method: 'GET', headers: { ...headers }, signal });

/** A header that came several times counts once, with its first value. */
function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

async function readPage(url: URL, { answer, maxBytes, signal }: FetchContext & { answer: Dispatcher.ResponseData }) {
  const contentEncoding = [answer.headers['content-encoding'] ?? ''].flat().join(',');
  const contentType = headerOf(answer, 'content-type');
  try {
    return { contentType, bytes: await readBody(answer.body, { url: url.href, contentEncoding, maxBytes }) };
  } catch (error) {
    // A status that is an error says more than its body that cannot be read.
    if (answer.statusCode < 400 || signal.aborted) throw error;
    return { contentType, bytes: Buffer.alloc(0) };
  }
}

function nextUrl(url: URL, { location, start, network }: { location: string; start: URL; network: Network }): URL {
  // Headers come as bytes; a location that is not ASCII is UTF-8.
  const text = Buffer.from(location, 'latin1').toString('utf8');
  if (!URL.canParse(text, url.href)) throw failed(start, 'one of them is not a URL');
  return targetOf(new URL(text, url).href, network);
}
