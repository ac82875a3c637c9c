/**
 * Hands out the items of batches one by one. An item of a batch that is there costs one turn of the queue of promises; an async generator
 * would take three.
 */
export class OneByOne<T> implements AsyncIterableIterator<T, undefined> {
  readonly #batches: AsyncGenerator<readonly T[], void>;
  #batch: Iterator<T> = [][Symbol.iterator]();
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
    const item = this.#batch.next();
    if (item.done !== true) return Promise.resolve(item);
    const waiting = this.#nextBatch();
    this.#waiting = waiting;
    return waiting;
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#batch = [][Symbol.iterator]();
    await this.#batches.return();
    return { value: undefined, done: true };
  }

  async #nextBatch(): Promise<IteratorResult<T, undefined>> {
    try {
      for (;;) {
        const batch = await this.#batches.next();
        if (batch.done === true) return { value: undefined, done: true };
        this.#batch = batch.value[Symbol.iterator]();
        const item = this.#batch.next();
        if (item.done !== true) return item;
      }
    } finally {
      this.#waiting = undefined;
    }
  }
}
