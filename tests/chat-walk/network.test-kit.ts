import { connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A way to a server on loopback, which can be cut and mended. */
export class Network {
  readonly #to: number;
  readonly #open = new Set<Socket>();
  #server: Server;
  #port = 0;

  private constructor(to: number) {
    this.#to = to;
    this.#server = this.#made();
  }

  static async to(url: string): Promise<Network> {
    const network = new Network(Number(new URL(url).port));
    await network.mend();
    onTestFinished(() => network.cut());
    return network;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async mend(): Promise<void> {
    this.#server = this.#made();
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address !== null && typeof address === 'object') this.#port = address.port;
  }

  /** Ends all connections and takes no more. */
  async cut(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  #made(): Server {
    return createServer((client) => {
      const server = connect(this.#to, '127.0.0.1');
      for (const socket of [client, server]) {
        this.#open.add(socket);
        socket
          .on('error', () => {})
          .on('close', () => {
            this.#open.delete(socket);
            client.destroy();
            server.destroy();
          });
      }
      client.pipe(server).pipe(client);
    });
  }
}
