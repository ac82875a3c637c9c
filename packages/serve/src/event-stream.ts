import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** The interval at which a waiting client gets a sign of life. */
const BEAT_MS = 15_000;

/** A stream of server-sent events. A frame waits until the client has taken the frames before it, so a slow client costs no memory. */
export class EventStream {
  readonly #outgoing: ServerResponse;
  readonly #beat: NodeJS.Timeout;
  readonly #gone = new AbortController();

  constructor(outgoing: ServerResponse, headers: Readonly<Record<string, string>> = {}) {
    this.#outgoing = outgoing;
    outgoing.once('close', () => {
      clearInterval(this.#beat);
      if (!outgoing.writableFinished) this.#gone.abort();
    });
    const kind = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
    outgoing.writeHead(200, { ...kind, ...headers });
    outgoing.flushHeaders();
    this.#beat = setInterval(() => {
      if (!outgoing.writableNeedDrain) outgoing.write(': still here\n\n');
    }, BEAT_MS).unref();
    if (outgoing.closed) this.#gone.abort();
  }

  /** Aborted when the client goes away before the end. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  async send(frame: string): Promise<void> {
    if (this.gone.aborted || this.#outgoing.write(frame)) return;
    await once(this.#outgoing, 'drain', { signal: this.gone }).catch(() => {});
  }

  end(): void {
    clearInterval(this.#beat);
    this.#outgoing.end();
  }
}
