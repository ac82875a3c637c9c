import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { untilAborted } from '@loadout/node';

const PATH = '/callback';

/** An address on this machine that a browser comes back to with the answer to a login. Source: RFC 8252. */
export class LoopbackRedirect {
  readonly #server: Server;
  readonly #answer: Promise<URLSearchParams>;
  /** The secret that the redirect must contain, so that no other page can fake an answer. */
  readonly #state: string;

  private constructor(server: Server, state: string) {
    this.#server = server;
    this.#state = state;
    this.#answer = new Promise((resolve) => {
      server.on('request', (request, response) => {
        const params = this.#accepted(request.method, request.url ?? '');
        if (params === undefined) return say(response, 404, 'There is nothing here.');
        say(response, 200, params.has('code') ? 'You are logged in. This page can be closed.' : 'The login was refused.');
        resolve(params);
      });
    });
  }

  static async open({ state, port = 0 }: { state: string; port?: number | undefined }): Promise<LoopbackRedirect> {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new LoopbackRedirect(server, state);
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}${PATH}`;
  }

  /** The parameters that the browser brought; a rejection with the reason of `signal` when it does not come. */
  answer(signal: AbortSignal): Promise<URLSearchParams> {
    return untilAborted(this.#answer, signal);
  }

  close(): void {
    this.#server.close();
    this.#server.closeIdleConnections();
  }

  #accepted(method: string | undefined, target: string): URLSearchParams | undefined {
    const { pathname, searchParams } = new URL(target, this.url);
    const isAnswer = searchParams.has('code') || searchParams.has('error');
    return method === 'GET' && pathname === PATH && isAnswer && searchParams.get('state') === this.#state
      ? searchParams
      : undefined;
  }
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${text}\n`);
}
