import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { decodedBody, readText } from '@loadout/node/http';
import { invalid } from '../answer/wire-event.js';
import { errors } from '../errors.js';

/** An answer whose status is not 2xx. */
export interface Refusal extends Error {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Bounds {
  readonly signal: AbortSignal;
  readonly timeoutSeconds: number;
  readonly origin: string;
}

/** A timer cannot be longer. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Resolves when the head of an answer of status 2xx is in. One time limit bounds the wait for the head, and for the body of a
 * refusal. Throws MODEL_TIMEOUT, a Refusal, or the error of the network.
 */
export async function answerOf(ask: (signal: AbortSignal) => Promise<IncomingMessage>, bounds: Bounds): Promise<IncomingMessage> {
  const { signal, timeoutSeconds, origin } = bounds;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), Math.min(timeoutSeconds * 1000, LONGEST_MS));
  const stop = () => late.abort(signal.reason);
  const forget = () => signal.removeEventListener('abort', stop);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const message = await ask(late.signal);
    const { statusCode: status = 0 } = message;
    if (status < 200 || status >= 300) throw await refusalOf(message, status);
    message.once('close', forget);
    return message;
  } catch (error) {
    forget();
    if (late.signal.aborted && !signal.aborted) throw errors.MODEL_TIMEOUT({ origin, seconds: timeoutSeconds });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function refusalOf(message: IncomingMessage, status: number): Promise<Refusal> {
  const body = await readText(await decodedBody(message, invalid));
  return Object.assign(new Error(`${status} ${body}`), { status, headers: message.headers, body });
}
