/** Messages for one reader, who may be slower than their source. */
export class MessageStream<T> implements AsyncIterable<T> {
  #waiting: T[] = [];
  #wake: (() => void) | undefined;
  #ended: { readonly error?: unknown } | undefined;

  push(message: T): void {
    if (this.#ended !== undefined) return;
    this.#waiting.push(message);
    this.#wake?.();
  }

  /** Ends the stream after the pending messages. With an error, the reader gets the error at the end. */
  end(error?: unknown): void {
    this.#ended ??= error === undefined ? {} : { error };
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<T> {
    while (true) {
      const batch = this.#waiting;
      this.#waiting = [];
      yield* batch;
      if (this.#waiting.length > 0) continue;
      if (this.#ended !== undefined) {
        if ('error' in this.#ended) throw this.#ended.error;
        return;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }
}
