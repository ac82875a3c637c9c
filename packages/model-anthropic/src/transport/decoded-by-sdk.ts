import { Readable } from 'node:stream';
import { isLoadoutError, messageOf } from '@loadout/core';
import { invalid } from '../answer/wire-event.js';
import type { Answered } from './exchange.js';

/** The answer with the body that an SDK has decoded. Whoever closes that body closes the connection, which the SDK would wait for. */
export function decodedBySdk(decoded: ReadableStream<Uint8Array>, { headers, body: source }: Answered): Answered {
  const chunks = decoded[Symbol.asyncIterator]();
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
  return { headers: { ...headers, 'content-type': 'text/event-stream' }, body };
}

/** The connection is whole, so the bytes are wrong. */
const unreadable = (cause: unknown): Error =>
  isLoadoutError(cause) ? cause : invalid(`a frame cannot be read: ${messageOf(cause)}`);
