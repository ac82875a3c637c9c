/** The bounds of a queue. */
export interface QueueBounds {
  readonly mostQueued: number;
  readonly mostInBatch: number;
}

/** A queue that drops its oldest entries when it is full. */
export class Queue<T> {
  readonly #bounds: QueueBounds;
  #entries: T[] = [];
  #dropped = 0;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  /** The number of entries that were dropped so far. */
  get dropped(): number {
    return this.#dropped;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Whether the entries are exactly enough for a batch, so that the answer is yes once for each batch. */
  get isBatch(): boolean {
    return this.#entries.length === this.#bounds.mostInBatch;
  }

  add(entry: T): void {
    this.#entries.push(entry);
    if (this.#entries.length <= this.#bounds.mostQueued) return;
    this.#entries.shift();
    this.#dropped += 1;
  }

  /** Removes the next batch. */
  take(): readonly T[] {
    return this.#entries.splice(0, this.#bounds.mostInBatch);
  }
}
