import type { IncomingMessage } from 'node:http';
import { decodedBody, readText } from '@loadout/node/http';
import { sender } from '@loadout/node/http/send';
import { invalid } from '../answer/wire-event.js';

/** The part of `fetch` that the SDK's client needs, over the private package's requests. */
export function nodeFetchThrough(proxy: URL | undefined): typeof fetch {
  const send = sender(proxy);
  return async (input, init = {}) => {
    const { method = 'GET', body, signal } = init;
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = Object.fromEntries(new Headers(init.headers));
    try {
      return await toResponse(await send({ url, method, headers, body: body as string | Uint8Array | undefined, signal }));
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  };
}

/**
 * Builds the response. The SDK reads the body of an error as a whole, so it is limited. The body of a success stays with
 * `messageOf`, because as a web stream it would cost a tenth of a turn.
 */
async function toResponse(message: IncomingMessage): Promise<Response> {
  const { statusCode: status = 0 } = message;
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const ok = status >= 200 && status < 300;
  const body = ok || BODYLESS.has(status) ? null : await readText(await decodedBody(message, invalid));
  const response = new Response(body, { status, headers });
  if (ok) messages.set(response, message);
  return response;
}

const messages = new WeakMap<Response, IncomingMessage>();

/** The body of a successful answer, to be read once. */
export const messageOf = (response: Response): IncomingMessage | undefined => messages.get(response);

/** A `Response` takes no body with these. */
const BODYLESS = new Set([304]);
