import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** The interval at which a waiting client gets a sign of life. */
const BEAT_MS = 15_000;

/** Aborted when the client goes away before it has its answer. */
export function goneOf(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  if (outgoing.closed) gone.abort();
  return gone.signal;
}

/** A stream of server-sent events. A frame waits until the client has taken the frames before it, so a slow client costs no memory. */
export class EventStream {
  readonly #outgoing: ServerResponse;
  readonly #beat: NodeJS.Timeout;
  /** Aborted when the client goes away before the end. */
  readonly gone: AbortSignal;

  constructor(outgoing: ServerResponse, headers: Readonly<Record<string, string>> = {}) {
    this.#outgoing = outgoing;
    this.gone = goneOf(outgoing);
    outgoing.once('close', () => clearInterval(this.#beat));
    const kind = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
    outgoing.writeHead(200, { ...kind, ...headers });
    outgoing.flushHeaders();
    this.#beat = setInterval(() => {
      if (!outgoing.writableNeedDrain) outgoing.write(': still here\n\n');
    }, BEAT_MS).unref();
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
