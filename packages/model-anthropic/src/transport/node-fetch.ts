import type { IncomingMessage } from 'node:http';
import { decodedBody, readText } from '@loadout/node/http';
import { sender } from '@loadout/node/http/send';
import { invalid } from '../answer/wire-event.js';
import { Headers, isSendable } from './headers.js';

/** The part of `fetch` that the SDK's client needs, over the private package's requests. */
export function nodeFetchThrough(proxy: URL | undefined): typeof fetch {
  const send = sender(proxy);
  return async (input, init = {}) => {
    const { method = 'GET', body, signal } = init;
    const url = new URL(typeof input === 'object' && 'url' in input ? input.url : input);
    const headers = Object.fromEntries(new Headers(init.headers as Iterable<[string, string]> | undefined));
    try {
      return await toResponse(await send({ url, method, headers, body: body as string | Uint8Array | undefined, signal }));
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  };
}

/** The part of the runtime's `Response` that the SDK reads. The runtime's own would load its whole `fetch`. */
class PlainResponse {
  readonly body = null;
  readonly bodyUsed = false;
  readonly url = '';
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  readonly #text: string;

  constructor(text: string, { status, headers }: { readonly status: number; readonly headers: Headers }) {
    this.#text = text;
    this.status = status;
    this.ok = isSuccess(status);
    this.headers = headers;
  }

  async text(): Promise<string> {
    return this.#text;
  }

  async json(): Promise<unknown> {
    return JSON.parse(this.#text);
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/**
 * Builds the response. The SDK reads the body of an error as a whole, so it is limited. The body of a success stays with
 * `messageOf`, because as a web stream it would cost a tenth of a turn.
 */
async function toResponse(message: IncomingMessage): Promise<Response> {
  const { statusCode: status = 0 } = message;
  const headers = headersOf(message);
  const text = isSuccess(status) ? '' : await readText(await decodedBody(message, invalid));
  const response = new PlainResponse(text, { status, headers }) as unknown as Response;
  if (isSuccess(status)) messages.set(response, message);
  return response;
}

/** The headers of an answer. Servers send values that no request may have. */
export function headersOf(message: IncomingMessage): Headers {
  const readable = Object.entries(message.headers).filter(([, value]) => isSendable(String(value)));
  return new Headers(readable.map(([name, value]) => [name, String(value)]));
}

const messages = new WeakMap<Response, IncomingMessage>();

/** The body of a successful answer, to be read once. */
export const messageOf = (response: Response): IncomingMessage | undefined => messages.get(response);
