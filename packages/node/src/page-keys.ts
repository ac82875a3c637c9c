import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret } from './same-secret.js';

interface KeysOptions {
  /** The time in which the page can be opened: its address stands in the output of a command, which may be kept. Default: always. */
  readonly openMs?: number;
  readonly now?: () => number;
}

/** The code that opens the page of a server once, and the key that the page gets for it. The key is good while the server runs. */
export class PageKeys {
  readonly code = secret();
  readonly #key = secret();
  readonly #now: () => number;
  readonly #until: number;
  #isUsed = false;

  constructor({ openMs = Number.POSITIVE_INFINITY, now = () => performance.now() }: KeysOptions = {}) {
    this.#now = now;
    this.#until = now() + openMs;
  }

  /** Exchanges the code for the key. `undefined` for another code, for the second use, and once the time is over. */
  open(code: unknown): string | undefined {
    const isOpen = !this.#isUsed && this.#now() < this.#until;
    if (!isOpen || typeof code !== 'string' || !isSameSecret(code, this.code)) return undefined;
    this.#isUsed = true;
    return this.#key;
  }

  /** Whether this is the key that the page got. */
  accepts(given: string): boolean {
    return this.#isUsed && isSameSecret(given, this.#key);
  }
}

const secret = (): string => randomBytes(32).toString('base64url');

/** The token of a request; empty without one. */
export const bearerOf = ({ authorization = '' }: IncomingHttpHeaders): string =>
  /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
