import type { Readable } from 'node:stream';

/**
 * Chunks of a stream on demand, with a watchdog: one timer for the whole stream, set again when a wait begins. Time in
 * which nobody asks for bytes does not count.
 */
export class ByteSource {
  readonly #stream: Readable;
  readonly #watchdog: NodeJS.Timeout;
  #wake: (() => void) | undefined;
  #ended = false;
  #error: unknown;
  /** The watchdog ended it. */
  timedOut = false;

  constructor(stream: Readable, { idleMs }: { idleMs: number }) {
    this.#stream = stream;
    stream.on('readable', () => this.#wake?.());
    stream.once('end', () => this.#stop(undefined));
    stream.once('close', () => this.#stop(undefined));
    stream.on('error', (error) => this.#stop(error));
    this.#watchdog = setTimeout(() => this.#expire(), Math.min(idleMs, 2 ** 31 - 1));
  }

  /** All that is there, or the next that comes; `undefined` at the end. Throws the stream's error. */
  async next(): Promise<Buffer | undefined> {
    for (;;) {
      const chunk = this.#stream.read() as Buffer | null;
      if (chunk !== null) return chunk;
      if (this.#error !== undefined) throw this.#error;
      if (this.#ended) return undefined;
      this.#watchdog.refresh();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }

  /** With `drain` the rest is read and thrown away, so that the connection can be used again; else it is ended. */
  close({ drain }: { drain: boolean }): void {
    clearTimeout(this.#watchdog);
    if (!drain) this.#stream.destroy();
    else if (!this.#ended) this.#stream.removeAllListeners('readable').resume();
  }

  #expire(): void {
    if (this.#wake === undefined) return;
    this.timedOut = true;
    this.#stream.destroy();
    this.#stop(undefined);
  }

  #stop(error: unknown): void {
    this.#ended = true;
    this.#error ??= error;
    this.#wake?.();
  }
}
