import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { errors } from '../errors.js';
import { messagesWire } from '../wires/messages/wire.js';
import { RecordedRequest } from '../wires/recorded-request.js';
import type { Reply } from '../wires/reply.js';
import type { Wire } from '../wires/wire.js';
import { sendError, sendReply } from './send-reply.js';

export interface MockApiOptions {
  /** The API that the server speaks. Default: `messagesWire`. */
  readonly wire?: Wire | undefined;
  /** One reply a request, in order, or a function that makes it. A list that has run out answers 400 and says so in `invalid`. */
  readonly replies: readonly Reply[] | ((request: RecordedRequest, index: number) => Reply | Promise<Reply>);
  /** Collect in `invalid` the problems for which the API would refuse a request. Default: true. */
  readonly validate?: boolean | undefined;
  /** `false` lets go of a request's bytes once it is answered. Default true. */
  readonly keepBodies?: boolean | undefined;
}

export interface MockApi {
  /** `http://127.0.0.1:<port>`, for the base URL of a client. */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** Problems of the requests so far, one sentence each. Reading the property parses the bodies. */
  readonly invalid: readonly string[];
  /** Ends all connections, also those that hang. */
  close(): Promise<void>;
}

let servers = 0;

/** An API of a model on loopback: real HTTP, real streams, answers from a script. */
export async function startMockApi(options: MockApiOptions): Promise<MockApi> {
  const mock = new Mock(options);
  const server = createServer((request, response) => void mock.receive(request, response));
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw errors.MOCK_API_ADDRESS({ address });
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests: mock.requests,
    get invalid() {
      return mock.invalid();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

class Mock {
  readonly requests: RecordedRequest[] = [];
  readonly #options: MockApiOptions;
  readonly #name = `mock${++servers}`;
  readonly #sentences: string[] = [];
  readonly #wire: Wire;
  #validated = 0;

  constructor(options: MockApiOptions) {
    this.#options = options;
    this.#wire = options.wire ?? messagesWire;
  }

  invalid(): readonly string[] {
    for (; this.#validated < this.requests.length; this.#validated++) this.#validate(this.requests[this.#validated]);
    return this.#sentences;
  }

  async receive(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of message) chunks.push(chunk as Buffer);
    } catch {
      return; // The client left while it was sending: there is nobody to answer.
    }
    const path = message.url ?? '/';
    const [place = ''] = path.split('?');
    if (message.method === 'GET') return this.#lookUp(place, response);
    if (message.method !== 'POST' || !this.#wire.takes(place))
      return this.#sendError(404, `the mock has no ${message.method} ${path}`, response);
    const request = new RecordedRequest({
      index: this.requests.length,
      method: message.method,
      path,
      headers: message.headers,
      raw: chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks),
      receivedAt: performance.now(),
      disconnected: new Promise((resolve) => {
        response.once('close', () => {
          if (!response.writableFinished) resolve();
        });
      }),
    });
    this.requests.push(request);
    await this.#answer(request, response);
  }

  async #answer(request: RecordedRequest, response: ServerResponse): Promise<void> {
    try {
      const reply = await this.#replyTo(request);
      const id = `${this.#name}_${request.index}`;
      if (reply !== undefined) await sendReply(reply, { response, id, request, wire: this.#wire });
      else this.#refuse(`request ${request.index + 1} came, but the mock has no reply left`, response);
    } catch (error) {
      this.#refuse(`request ${request.index + 1} could not be answered: ${String(error)}`, response);
    }
    if (response.writableEnded) request.answered();
    if (this.#options.keepBodies === false) {
      this.invalid();
      request.forget();
    }
  }

  #replyTo(request: RecordedRequest): Reply | undefined | Promise<Reply> {
    const { replies } = this.#options;
    return typeof replies === 'function' ? replies(request, request.index) : replies[request.index];
  }

  #refuse(sentence: string, response: ServerResponse): void {
    this.#sentences.push(sentence);
    if (response.headersSent) response.destroy();
    else this.#sendError(400, sentence, response);
  }

  #lookUp(place: string, response: ServerResponse): void {
    const found = this.#wire.lookUp?.(place);
    if (found === undefined) this.#sendError(404, `the mock has no GET ${place}`, response);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
  }

  #sendError(status: number, message: string, response: ServerResponse): void {
    sendError({ status, body: this.#wire.errorBody({ status, message }) }, { response, wire: this.#wire });
  }

  #validate(request: RecordedRequest | undefined): void {
    if (this.#options.validate === false || request === undefined) return;
    for (const sentence of this.#wire.validate(request)) this.#sentences.push(`request ${request.index + 1}: ${sentence}`);
  }
}
