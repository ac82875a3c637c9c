/** How long the end of a body may take after the end of the message. */
const DRAIN_MS = 1_000;

/**
 * Chunks of a body on demand, with a watchdog: one timer for the whole body, set again when a wait begins. Time in which
 * nobody asks for bytes does not count.
 */
export class ByteSource {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #watchdog: NodeJS.Timeout;
  #waiting = false;
  /** The watchdog ended it. */
  timedOut = false;

  constructor(body: ReadableStream<Uint8Array>, { idleMs }: { idleMs: number }) {
    this.#reader = body.getReader();
    this.#watchdog = setTimeout(() => this.#expire(), Math.min(idleMs, 2 ** 31 - 1));
  }

  /** The next chunk; `undefined` at the end. Throws the connection's error. */
  async next(): Promise<Buffer | undefined> {
    this.#watchdog.refresh();
    this.#waiting = true;
    try {
      const { value } = await this.#reader.read();
      return value && Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    } finally {
      this.#waiting = false;
    }
  }

  /** With `drain` the rest is read and thrown away, so that the connection can be used again; else it is ended. */
  close({ drain }: { drain: boolean }): void {
    clearTimeout(this.#watchdog);
    if (drain) void this.#drain();
    else this.#cancel();
  }

  async #drain(): Promise<void> {
    const late = setTimeout(() => this.#cancel(), DRAIN_MS);
    try {
      while (!(await this.#reader.read()).done);
    } catch {
      // The message was complete: what happens to its connection afterwards is of no interest.
    } finally {
      clearTimeout(late);
    }
  }

  #expire(): void {
    if (!this.#waiting) return;
    this.timedOut = true;
    this.#cancel();
  }

  /** Fails only when the connection has failed already, which `next` tells. */
  #cancel(): void {
    this.#reader.cancel().catch(() => undefined);
  }
}
