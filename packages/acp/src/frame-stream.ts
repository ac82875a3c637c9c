import { setImmediate as afterWrites } from 'node:timers/promises';
import { type AnyMessage, ndJsonStream, type Stream } from '@agentclientprotocol/sdk';
import type { Frames } from '@loadout/core/commands';

/** The requests without an answer of a client that does not read. A client that writes a lot before it reads must come to its reading. */
const MOST_OPEN = 1_000;
const ANSWER_WITHIN_MS = 1_000;

/**
 * The messages of a client over the frames of the command. The SDK answers what is not JSON, and ends at a line of 32 MB. It queues
 * answers without a bound, so nothing more is read from a client that asks and never reads.
 */
export function frameStream({ input, write }: Frames): Stream {
  const pace = new Pace(write);
  const output = new WritableStream<Uint8Array>({ write: (frame) => pace.write(new TextDecoder().decode(frame)) });
  const { readable, writable } = ndJsonStream(output, ReadableStream.from(bytesOf(input, pace)));
  const counting = new TransformStream<AnyMessage, AnyMessage>({
    transform: (message, next) => {
      pace.read(message);
      next.enqueue(message);
    },
  });
  const writer = writable.getWriter();
  const counted = new WritableStream<AnyMessage>({
    write: (message) => writer.write(message).finally(() => pace.wrote(message)),
  });
  return { readable: readable.pipeThrough(counting), writable: counted };
}

async function* bytesOf(input: Frames['input'], pace: Pace): AsyncGenerator<Uint8Array> {
  for await (const chunk of input) {
    yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    await pace.allowed();
  }
}

/** Holds the reading up while a client has too many requests open, such as one that does not take the answers. */
class Pace {
  readonly #write: Frames['write'];
  #open = 0;
  /** The frame that the client has not taken yet. */
  #writing: Promise<void> | undefined;
  #answered = () => {};

  constructor(write: Frames['write']) {
    this.#write = write;
  }

  read(message: AnyMessage): void {
    const isResponse = 'id' in message || 'result' in message || 'error' in message;
    if ('method' in message ? 'id' in message : !isResponse) this.#open += 1;
  }

  wrote(message: AnyMessage): void {
    if ('method' in message) return;
    this.#open = Math.max(0, this.#open - 1);
    this.#answered();
  }

  async write(frame: string): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      this.#write(frame, (error) => (error ? reject(error) : resolve()));
    });
    this.#writing = written.catch(() => {});
    await written.finally(() => {
      this.#writing = undefined;
    });
  }

  /** Waits for answers while too many are open. Where none comes, the client may have to say something first, as about a permission. */
  async allowed(): Promise<void> {
    // The lines read last are counted then, and the next frame of the queue has begun.
    await afterWrites();
    while (this.#open > MOST_OPEN) {
      const before = this.#open;
      await (this.#writing ?? this.#nextAnswer());
      await afterWrites();
      if (this.#writing === undefined && this.#open >= before) return;
    }
  }

  #nextAnswer(): Promise<void> {
    return new Promise((resolve) => {
      const late = setTimeout(resolve, ANSWER_WITHIN_MS);
      this.#answered = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }
}
