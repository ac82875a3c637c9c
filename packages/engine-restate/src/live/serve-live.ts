import type { Http2ServerRequest, Http2ServerResponse, ServerHttp2Stream } from 'node:http2';
import { type LiveListener, upTo } from './live-feed.js';
import type { LiveFeeds, NamedRun } from './live-feeds.js';

/** The most listeners of a worker, and the most bytes that wait for one of them. */
const MOST_LISTENERS = 256;
const MOST_BYTES = 1024 * 1024;

const PATH = /\/loadout\/live\/([^/?]+)\/([^/?]+)$/;

/**
 * Answers requests for live streams, beside those of the engine. Returns a function that answers such a request, and returns false
 * for any other. A request without the pass of its run gets 401, whether the worker has the run or not.
 */
export function liveRequests(feeds: LiveFeeds): (request: Http2ServerRequest, response: Http2ServerResponse) => boolean {
  const open = new Set<ServerHttp2Stream>();
  return (request, response) => {
    const run = runIn(request.url);
    if (run === undefined) return false;
    const { stream } = response;
    const pass = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const feed = feeds.accepts(pass, run) ? feeds.find(run) : 'refused';
    request.resume();
    if (request.method !== 'GET') response.writeHead(405).end();
    else if (feed === 'refused') response.writeHead(401).end();
    else if (feed === undefined) response.writeHead(404).end();
    else if (open.size >= MOST_LISTENERS) response.writeHead(503).end();
    else {
      open.add(stream);
      response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
      const stop = feed.listen(new StreamListener(stream));
      stream.once('close', () => {
        open.delete(stream);
        stop();
      });
    }
    return true;
  };
}

function runIn(url: string): NamedRun | undefined {
  const [, service, run] = PATH.exec(url) ?? [];
  if (service === undefined || run === undefined) return undefined;
  try {
    return { service: decodeURIComponent(service), run: decodeURIComponent(run) };
  } catch {
    return undefined;
  }
}

/** A listener at the other end of a connection. What does not fit into its buffer is dropped, so it costs the run nothing. */
class StreamListener implements LiveListener {
  readonly #stream: ServerHttp2Stream;
  /** The number of records of which the listener does not know yet. */
  #missed: number | undefined;

  constructor(stream: ServerHttp2Stream) {
    this.#stream = stream;
    // A listener that vanishes is not a fault of the worker.
    stream.on('error', () => {});
    stream.on('drain', () => {
      if (this.#missed === undefined) return;
      this.#send(upTo(this.#missed));
      this.#missed = undefined;
    });
  }

  event(line: string): void {
    this.#send(line);
  }

  records(line: string, count: number): void {
    if (this.#send(line)) return;
    if (this.#stream.writableNeedDrain) this.#missed = count;
    else this.#send(upTo(count));
  }

  end(): void {
    this.#stream.end();
  }

  /** Returns false if the line was dropped. */
  #send(line: string): boolean {
    const { writableLength, destroyed, writableEnded } = this.#stream;
    if (destroyed || writableEnded || writableLength + Buffer.byteLength(line) > MOST_BYTES) return false;
    this.#stream.write(line);
    return true;
  }
}
