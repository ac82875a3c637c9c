import { request } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import type { Recording } from '../model/recording.js';
import type { LiveEvent } from '../model/wire.js';
import { STAND_IN_PAGE } from '../recording.test-kit.js';
import { type ServeOptions, serveRecordings } from './serve-recordings.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer.
  readonly body: any;
}

interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A viewer over HTTP, opened with its token. */
export async function served(recordings: readonly Recording[], more: Pick<ServeOptions, 'rules'> = {}) {
  const faults: unknown[] = [];
  const viewer = await serveRecordings(recordings, {
    ...more,
    page: STAND_IN_PAGE,
    onFault: (error) => faults.push(error),
  });
  onTestFinished(() => viewer.close().catch(() => {}));
  const { origin, hash } = new URL(viewer.url);
  const token = hash.slice(1);
  const ask = async (path: string, { headers, ...rest }: Ask = {}): Promise<Answer> => {
    const response = await fetch(`${origin}${path}`, { ...rest, headers: { ...headers } });
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  const open = (given: unknown = token) =>
    ask('/api/open', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token: given }) });
  return { viewer, origin, token, ask, open, faults };
}

/** A viewer whose token was exchanged for the key of the page. */
export async function opened(recordings: readonly Recording[]) {
  const server = await served(recordings);
  const { body } = await server.open();
  const headers = { authorization: `Bearer ${body.key}` };
  const get = (path: string) => server.ask(`/api/recordings/${path}`, { headers });
  const live = async (after?: string, number = 0) => {
    const last = after === undefined ? {} : { 'last-event-id': after };
    const response = await fetch(`${server.origin}/api/recordings/${number}/events`, { headers: { ...headers, ...last } });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    return new LiveReader(response);
  };
  return { ...server, headers, get, live };
}

/** Reads server-sent events one by one. */
export class LiveReader {
  id: string | undefined;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #text = '';

  constructor({ body }: Response) {
    if (body === null) throw new Error('The answer has no body.');
    this.#reader = body.getReader();
    onTestFinished(() => this.leave());
  }

  /** The next event; `undefined`: the stream is at its end. */
  async next(): Promise<LiveEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      const block = this.#text.slice(0, Math.max(0, end));
      if (end !== -1) this.#text = this.#text.slice(end + 2);
      const data = /^data: (.*)$/m.exec(block)?.[1];
      this.id = /^id: (.*)$/m.exec(block)?.[1] ?? this.id;
      if (data !== undefined) return JSON.parse(data) as LiveEvent;
      if (end !== -1) continue;
      const { value, done } = await this.#reader.read();
      if (done) return undefined;
      this.#text += Buffer.from(value).toString('utf8');
    }
  }

  leave = () => this.#reader.cancel().catch(() => {});
}

/** The status of a request with headers that `fetch` does not allow. */
export const rawStatus = (url: string, headers: Readonly<Record<string, string>>, method = 'GET') =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, { headers, method }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
