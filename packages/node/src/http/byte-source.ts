import type { Readable } from 'node:stream';
import { LONGEST_TIMER_MS } from '../timer.js';

/** How long the end of a body may take after the end of the body. */
const DRAIN_MS = 1_000;

/** How long the next request waits for that end. */
const END_MS = 20;

/**
 * Chunks of a body on demand, with a watchdog: one timer for the whole body, set again when a wait begins behind bytes that meant
 * something, which the caller says. Bytes without meaning, such as comments, are silence. Time in which nobody asks for bytes does not
 * count.
 */
export class ByteSource {
  readonly #body: Readable;
  readonly #watchdog: NodeJS.Timeout;
  #waiting = false;
  /** Bytes with a meaning came since the timer was set, or nobody asked for bytes. */
  #isHeard = true;
  #sets = 0;
  #wake: () => void = () => {};
  #failure: Error | undefined;
  #ended = false;
  /** The watchdog ended it. */
  timedOut = false;

  constructor(body: Readable, { idleMs }: { idleMs: number }) {
    this.#body = body;
    this.#watchdog = setTimeout(() => this.#expire(), Math.min(idleMs, LONGEST_TIMER_MS));
    body.on('readable', () => this.#wake());
    body.on('end', () => this.#end());
    body.on('error', (error) => this.#end(error));
    body.on('close', () => this.#end());
    if (body.destroyed && !body.readableEnded) this.#end(body.errored ?? new Error('The connection was closed.'));
  }

  /** All bytes that are in; `undefined` at the end. Throws the connection's error. */
  async next(): Promise<Buffer | undefined> {
    if (this.#isHeard) this.#set();
    this.#waiting = true;
    try {
      for (;;) {
        const chunk: Buffer | null = this.#body.read();
        if (chunk !== null) return chunk;
        if (this.#failure !== undefined) throw this.#failure;
        if (this.#ended) return undefined;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      this.#waiting = false;
    }
  }

  /** Says that the bytes so far had a meaning. */
  heard(): void {
    this.#isHeard = true;
  }

  /** Resolves at the end of the body, so that its connection is free for the next request, or after a moment without it. */
  ended(): Promise<void> {
    if (this.#ended) return Promise.resolve();
    return new Promise((resolve) => {
      const late = setTimeout(resolve, END_MS);
      const over = (): void => {
        clearTimeout(late);
        resolve();
      };
      this.#body.once('end', over).once('close', over);
      this.#body.resume();
    });
  }

  /** With `drain` the rest is read and thrown away, so that the connection can be used again; else it is ended. */
  close({ drain }: { drain: boolean }): void {
    clearTimeout(this.#watchdog);
    if (drain) this.#drain();
    else this.#cancel();
  }

  #drain(): void {
    // A body that has closed tells no more, and a timer for it would hold the body.
    if (this.#body.closed) return;
    // The rest of an answer keeps no process: a timer that did would add its time to every exit.
    const late = setTimeout(() => this.#cancel(), DRAIN_MS).unref();
    this.#body.once('close', () => clearTimeout(late));
    this.#body.resume();
  }

  #set(): void {
    this.#watchdog.refresh();
    this.#isHeard = false;
    this.#sets += 1;
  }

  #end(failure?: Error): void {
    this.#failure ??= failure;
    this.#ended = true;
    this.#wake();
  }

  /** A process that was stopped for that long finds its timer first; the bytes that came meanwhile are read before it counts. */
  #expire(): void {
    const sets = this.#sets;
    setImmediate(() => {
      if (this.#sets !== sets || this.#ended) return;
      if (!this.#waiting) {
        this.#isHeard = true;
        return;
      }
      this.timedOut = true;
      this.#cancel();
    });
  }

  #cancel(): void {
    this.#body.destroy();
  }
}
