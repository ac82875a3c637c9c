import type { Socket } from 'node:net';

/** The most connections of one address, once each has had its time. */
const MOST_OF_ONE = 64;
const MOST = 512;
/** The time in which no connection is closed for arriving with many others: a crowd of clients on a busy machine needs seconds. */
const TIME_MS = 5_000;

interface Stranger {
  readonly socket: Socket;
  readonly address: string | undefined;
  /** Whether this process has had the time to read what it sent. */
  hasHadTime: boolean;
}

/**
 * Connections that have not shown the token yet. A client that opens many silent connections loses the oldest, so that a new
 * connection, such as a health check, always gets in.
 */
export class Strangers {
  /** The connections, oldest first. */
  readonly #waiting = new Map<Socket, Stranger>();
  readonly #timeMs: number;

  constructor({ timeMs = TIME_MS }: { readonly timeMs?: number } = {}) {
    this.#timeMs = timeMs;
  }

  admit(socket: Socket): void {
    const stranger: Stranger = { socket, address: socket.remoteAddress, hasHadTime: false };
    this.#waiting.set(socket, stranger);
    // A process that was busy reads what has arrived before the second callback, so no token is missed because of other work.
    const timer = setTimeout(() => setImmediate(() => (stranger.hasHadTime = true)), this.#timeMs).unref();
    socket.once('close', () => {
      clearTimeout(timer);
      this.#waiting.delete(socket);
    });
    const all = [...this.#waiting.values()];
    const same = all.filter(({ address }) => address === stranger.address);
    if (all.length > MOST) this.#shutOut(all[0]);
    else if (same.length > MOST_OF_ONE && same[0]?.hasHadTime === true) this.#shutOut(same[0]);
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
