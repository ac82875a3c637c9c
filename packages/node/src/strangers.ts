import type { Socket } from 'node:net';

/** The most connections of one address, once each has had its time. */
const MOST_OF_ONE = 64;
const MOST = 512;
/** The time in which no connection is closed for arriving with many others. */
const TIME_MS = 1_000;

interface Stranger {
  readonly socket: Socket;
  readonly address: string | undefined;
  readonly since: number;
}

/**
 * Connections that have not shown the token yet. A client that opens many silent connections loses the oldest, so that a new
 * connection, such as a health check, always gets in.
 */
export class Strangers {
  /** The connections, oldest first. */
  readonly #waiting = new Map<Socket, Stranger>();

  admit(socket: Socket): void {
    const since = performance.now();
    const address = socket.remoteAddress;
    this.#waiting.set(socket, { socket, address, since });
    socket.once('close', () => this.#waiting.delete(socket));
    const all = [...this.#waiting.values()];
    const same = all.filter((one) => one.address === address);
    if (all.length > MOST) this.#shutOut(all[0]);
    else if (same.length > MOST_OF_ONE && since - (same[0]?.since ?? since) > TIME_MS) this.#shutOut(same[0]);
  }

  /** Marks a connection that has shown the token, so that it stays. */
  trust(socket: Socket): void {
    this.#waiting.delete(socket);
  }

  #shutOut(stranger: Stranger | undefined): void {
    if (stranger === undefined) return;
    this.#waiting.delete(stranger.socket);
    stranger.socket.destroy();
  }
}
