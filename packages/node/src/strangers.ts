import type { Socket } from 'node:net';

/** The most connections of one address, once each has had its time. */
const MOST_OF_ONE = 64;
const MOST = 512;
/** So long nobody is shut out for having come with many others. */
const TIME_MS = 1_000;

interface Stranger {
  readonly socket: Socket;
  readonly address: string | undefined;
  readonly since: number;
}

/**
 * Connections that have not shown the token yet. Whoever opens many of them and says nothing loses the oldest: a new one, such as
 * that of a health check, always gets in.
 */
export class Strangers {
  /** The oldest first. */
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

  /** It has shown the token, and may stay. */
  trust(socket: Socket): void {
    this.#waiting.delete(socket);
  }

  #shutOut(stranger: Stranger | undefined): void {
    if (stranger === undefined) return;
    this.#waiting.delete(stranger.socket);
    stranger.socket.destroy();
  }
}
