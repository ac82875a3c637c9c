/**
 * Hands out the items of batches one by one. An item of a batch that is there costs one turn of the queue; a second generator around the
 * first would take three. Contract: the reader waits for an item before it asks for the next one, as `for await` does.
 */
export class OneByOne<T> implements AsyncIterableIterator<T, undefined> {
  readonly #batches: AsyncGenerator<readonly T[], void>;
  #batch: Iterator<T> = [][Symbol.iterator]();

  constructor(batches: AsyncGenerator<readonly T[], void>) {
    this.#batches = batches;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    const item = this.#batch.next();
    return item.done === true ? this.#nextBatch() : Promise.resolve(item);
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#batch = [][Symbol.iterator]();
    await this.#batches.return();
    return { value: undefined, done: true };
  }

  async #nextBatch(): Promise<IteratorResult<T, undefined>> {
    for (;;) {
      const batch = await this.#batches.next();
      if (batch.done === true) return { value: undefined, done: true };
      this.#batch = batch.value[Symbol.iterator]();
      const item = this.#batch.next();
      if (item.done !== true) return item;
    }
  }
}
