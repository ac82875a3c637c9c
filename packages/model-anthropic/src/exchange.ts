import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** An answer of status 2xx. */
export interface Answered {
  readonly headers: IncomingHttpHeaders;
  /** The body as it was before a gateway compressed it. */
  readonly body: Readable;
}

/** One request, which travels through the client of an SDK to our `fetch` among the options of `fetch`. */
export interface Exchange {
  /** The body in pieces, which are sent without a copy, in place of a body of the SDK. */
  readonly pieces?: readonly Uint8Array[] | undefined;
  /** The signal of the caller. */
  readonly signal: AbortSignal;
  isSent?: boolean;
  answer?: Answered;
  /** The error of our `fetch`. The SDK wraps it, and drops it where it reads like a timeout. */
  failure?: unknown;
}
