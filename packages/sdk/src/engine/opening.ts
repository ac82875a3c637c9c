/** The moment when the session of a query is open, or cannot be opened. */
export class Opening {
  #end: (failure: unknown) => void = () => {};
  readonly #ended = new Promise<unknown>((resolve) => {
    this.#end = resolve;
  });

  /** Ends the waiting. `failure` is the error that prevented the session. Only the first call counts. */
  end(failure?: unknown): void {
    this.#end(failure);
  }

  /** Resolves to the error, or to `undefined` if the session is open. */
  whenEnded(): Promise<unknown> {
    return this.#ended;
  }
}
