/** One request with a signal of its own, so that nothing stays tied to the caller's, which may live as long as a session. */
export class Attempt {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #abort = () => this.#controller.abort(this.#caller.reason);
  /** The answer, which is closed with the attempt. */
  answer: { close(): void } | undefined;

  constructor(caller: AbortSignal) {
    this.#caller = caller;
    if (caller.aborted) this.#abort();
    else caller.addEventListener('abort', this.#abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  close(): void {
    this.#caller.removeEventListener('abort', this.#abort);
    this.answer?.close();
  }
}
