import { Readable } from 'node:stream';
import { isLoadoutError, messageOf } from '@loadout/core';
import { invalid } from '../answer/wire-event.js';
import type { Answered } from './exchange.js';

/**
 * The answer as an SDK has decoded it, if it had to. To close its body closes the connection at once, which the SDK itself would wait for.
 */
export function decodedBySdk(decoded: Response, answer: Answered): Answered {
  if (decoded.body === null) return answer;
  const { headers, body: source } = answer;
  const chunks: AsyncIterator<Uint8Array> = decoded.body[Symbol.asyncIterator]();
  const body = new Readable({
    read() {
      chunks.next().then(
        ({ done, value }) => this.push(done === true ? null : value),
        (cause: unknown) => this.destroy(source.errored ?? unreadable(cause)),
      );
    },
    destroy(error, done) {
      source.destroy();
      done(error);
    },
  });
  return { headers: { ...headers, 'content-type': decoded.headers.get('content-type') ?? undefined }, body };
}

/** The connection is whole, so the bytes are wrong. */
const unreadable = (cause: unknown): Error =>
  isLoadoutError(cause) ? cause : invalid(`a frame cannot be read: ${messageOf(cause)}`);
