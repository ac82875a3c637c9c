/** The parts of a channel. */
interface ChannelParts {
  /** Milliseconds between two exports. */
  readonly delayMs: number;
  /** Returns the next batch, encoded, or `undefined` if there is none. */
  readonly take: () => object | undefined;
  /** Sends a batch. Contract: never rejects, and ends within a bound of its own. */
  readonly send: (body: object) => Promise<unknown>;
}

/**
 * Sends batches, one at a time. While a slow collector holds one batch, nothing else leaves the queue, so the bound of the queue
 * bounds the memory. Its timer keeps no process alive.
 */
export class Channel {
  readonly #parts: ChannelParts;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;

  constructor(parts: ChannelParts) {
    this.#parts = parts;
  }

  /** Makes sure that an export follows. */
  schedule(): void {
    this.#timer ??= setTimeout(() => void this.flush(), this.#parts.delayMs).unref();
  }

  /** Sends batches until there are none. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#drain().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #drain(): Promise<void> {
    for (let body = this.#parts.take(); body !== undefined; body = this.#parts.take()) await this.#parts.send(body);
  }
}
