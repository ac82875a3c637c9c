import { isLoadoutError } from '@loadout/core';
import { cleanLine } from '../clean-text.js';
import { errors } from '../errors.js';
import { failureReason } from '../fetch/failure-reason.js';

const SECONDS = 30;
const MOST_BYTES = 5 * 1024 * 1024;

export interface JsonRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  readonly body?: unknown;
  readonly signal: AbortSignal;
}

export interface Provided {
  /** For messages. */
  readonly provider: string;
  /** Never shown, wherever it turns up. */
  readonly apiKey?: string | undefined;
}

/** One request to a provider that the user configured, wherever it is, and its JSON. Redirects, which could take the key along, are not followed. */
export async function askJson(request: JsonRequest, { provider, apiKey }: Provided): Promise<unknown> {
  const deadline = AbortSignal.timeout(SECONDS * 1000);
  const fail = (reason: string, cause?: unknown) =>
    errors.WEB_SEARCH_FAILED({ provider, reason: withoutKey(reason, apiKey) }, { cause });
  try {
    const { status, text } = await send(request, AbortSignal.any([request.signal, deadline]));
    if (status < 200 || status > 299) throw fail(`HTTP ${status}${text === '' ? '' : `, ${cleanLine(text, 300)}`}`);
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (request.signal.aborted) throw fail('the call was cancelled');
    if (deadline.aborted) throw fail(`there was no answer after ${SECONDS} s`);
    if (isLoadoutError(error)) throw error;
    throw fail(error instanceof SyntaxError ? 'its answer is not JSON' : failureReason(error));
  }
}

async function send({ url, headers, body }: JsonRequest, signal: AbortSignal): Promise<{ status: number; text: string }> {
  const [{ Agent }, { readBody }] = await Promise.all([import('undici'), import('../fetch/read-body.js')]);
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  const target = new URL(url);
  try {
    const answer = await agent.request({
      origin: target.origin,
      path: `${target.pathname}${target.search}`,
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    });
    const contentEncoding = [answer.headers['content-encoding'] ?? ''].flat().join(',');
    const facts = { url: target.origin, contentEncoding, maxBytes: MOST_BYTES };
    return { status: answer.statusCode, text: (await readBody(answer.body, facts)).toString('utf8') };
  } finally {
    await agent.destroy();
  }
}

const withoutKey = (text: string, apiKey: string | undefined) =>
  apiKey === undefined ? text : text.replaceAll(apiKey, '[key]').replaceAll(encodeURIComponent(apiKey), '[key]');
