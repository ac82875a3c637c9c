import type { IncomingHttpHeaders } from 'node:http';

/** The body of a request, as far as its type is known: named fields are those of the Messages API. */
export interface RequestBody {
  readonly model: string;
  readonly max_tokens: number;
  readonly system?: readonly RequestBlock[];
  readonly tools?: readonly RequestBlock[];
  readonly messages: readonly { readonly role: string; readonly content: readonly RequestBlock[] }[];
  readonly stream?: boolean;
  readonly [field: string]: unknown;
}

export interface RequestBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Received {
  readonly index: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
  readonly receivedAt: number;
  readonly disconnected: Promise<void>;
}

/** One request as it came over the wire. */
export class RecordedRequest {
  readonly index: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  /** `performance.now()` when its last byte was there. */
  readonly receivedAt: number;
  /** Resolves when the client leaves before it has the whole answer. */
  readonly disconnected: Promise<void>;
  #raw: Buffer;
  #body: RequestBody | undefined;
  #answeredAt: number | undefined;

  constructor(received: Received) {
    this.index = received.index;
    this.method = received.method;
    this.path = received.path;
    this.headers = received.headers;
    this.bytes = received.raw.length;
    this.receivedAt = received.receivedAt;
    this.disconnected = received.disconnected;
    this.#raw = received.raw;
  }

  get raw(): Buffer {
    return this.#raw;
  }

  /** `performance.now()` when the whole answer had been written; `undefined` until then, and of one that is cut off or never comes. */
  get answeredAt(): number | undefined {
    return this.#answeredAt;
  }

  /** Parsed when first asked for. */
  get body(): RequestBody {
    this.#body ??= JSON.parse(this.#raw.toString()) as RequestBody;
    return this.#body;
  }

  /** The usual spelling is found without parsing. */
  get streams(): boolean {
    return this.#raw.includes('"stream":true') || this.body.stream === true;
  }

  /** The whole answer has been written now. */
  answered(): void {
    this.#answeredAt = performance.now();
  }

  /** Frees the bytes; `body` stays if it has been asked for. */
  forget(): void {
    this.#raw = Buffer.alloc(0);
  }
}
