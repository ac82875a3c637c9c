import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { errors } from '../errors.js';
import { validateRequest } from '../validate-messages.js';
import { RecordedRequest } from './recorded-request.js';
import type { Reply } from './reply.js';
import { sendError, sendReply } from './send-reply.js';

export interface MockApiOptions {
  /** One reply a request, in order, or a function that makes it. A list that has run out answers 400 and says so in `invalid`. */
  readonly replies: readonly Reply[] | ((request: RecordedRequest, index: number) => Reply | Promise<Reply>);
  /** Collect in `invalid` the problems for which the Messages API would refuse a request. Default: true. */
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

/** A Messages API on loopback: real HTTP, real server-sent events, answers from a script. */
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
  #validated = 0;

  constructor(options: MockApiOptions) {
    this.#options = options;
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
    if (message.method !== 'POST' || path.split('?')[0] !== '/v1/messages') {
      const error = { type: 'not_found_error', message: `the mock has no ${message.method} ${path}` };
      return sendError({ status: 404, body: { type: 'error', error } }, response);
    }
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
      if (reply !== undefined) await sendReply(reply, { response, id, streams: request.streams });
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
    else
      sendError({ status: 400, body: { type: 'error', error: { type: 'invalid_request_error', message: sentence } } }, response);
  }

  #validate(request: RecordedRequest | undefined): void {
    if (this.#options.validate === false || request === undefined) return;
    for (const sentence of validateRequest(request.body)) this.#sentences.push(`request ${request.index + 1}: ${sentence}`);
  }
}
