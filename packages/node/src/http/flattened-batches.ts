const OVER = { value: undefined, done: true } as const;

/**
 * Hands out the items of batches one by one. An item of a batch that is there costs one turn of the queue of promises; an async generator
 * would take three.
 */
export class FlattenedBatches<T> implements AsyncIterableIterator<T, undefined> {
  readonly #batches: AsyncGenerator<readonly T[], void>;
  #batch: readonly T[] = [];
  #at = 0;
  /** The item that a reader waits for. Others that are asked for meanwhile come after it. */
  #waiting: Promise<unknown> | undefined;

  constructor(batches: AsyncGenerator<readonly T[], void>) {
    this.#batches = batches;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#waiting !== undefined) {
      const later = () => this.next();
      return this.#waiting.then(later, later);
    }
    if (this.#at < this.#batch.length) return Promise.resolve(this.#next());
    const waiting = this.#nextBatch();
    this.#waiting = waiting;
    return waiting;
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#batch = [];
    await this.#batches.return();
    return OVER;
  }

  #next(): IteratorResult<T, undefined> {
    const value = this.#batch[this.#at] as T;
    this.#at += 1;
    return { value };
  }

  async #nextBatch(): Promise<IteratorResult<T, undefined>> {
    try {
      for (;;) {
        const batch = await this.#batches.next();
        if (batch.done === true) return OVER;
        this.#batch = batch.value;
        this.#at = 0;
        if (batch.value.length > 0) return this.#next();
      }
    } finally {
      this.#waiting = undefined;
    }
  }
}
