import { randomBytes } from 'node:crypto';
import { isSameSecret } from '@loadout/node';
import { errors } from '../errors.js';

/** The time in which the address of the page can be opened: it stands in the output of the command, which may be kept. */
const OPEN_MS = 15 * 60_000;

/** The code that opens the page once, and the key that the page gets for it. The key is good while the server runs. */
export class PageKeys {
  readonly code = secret();
  readonly #key = secret();
  readonly #now: () => number;
  readonly #until: number;
  #isUsed = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#until = now() + OPEN_MS;
  }

  /** Exchanges the code for the key. Throws HTTP_PAGE_CODE, also for the second use and after a quarter of an hour. */
  open(code: unknown): string {
    const isOpen = !this.#isUsed && this.#now() < this.#until;
    if (!isOpen || typeof code !== 'string' || !isSameSecret(code, this.code)) throw errors.HTTP_PAGE_CODE({});
    this.#isUsed = true;
    return this.#key;
  }

  /** Whether this is the key that the page got. */
  accepts(given: string): boolean {
    return this.#isUsed && isSameSecret(given, this.#key);
  }
}

const secret = (): string => randomBytes(32).toString('base64url');
