import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret } from '@loadout/node';
import { errors } from '../errors.js';

/** The keys of one server: a token that opens the page once, and the key that the page gets for it. */
export class Guard {
  readonly token = randomBytes(32).toString('base64url');
  readonly #key = randomBytes(32).toString('base64url');
  #isUsed = false;

  /** Exchanges the token for the key. Throws VIEW_TOKEN, also for the second use. */
  open(token: unknown): string {
    if (this.#isUsed || typeof token !== 'string' || !isSameSecret(token, this.token)) throw errors.VIEW_TOKEN({});
    this.#isUsed = true;
    return this.#key;
  }

  /** Checks the key of a request. Throws VIEW_KEY. */
  check({ authorization = '' }: IncomingHttpHeaders): void {
    const given = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    if (given === undefined || !isSameSecret(given, this.#key)) throw errors.VIEW_KEY({});
  }
}

/**
 * Throws VIEW_HOST for a request that names another host or port, or comes from a page of another site. A browser that a foreign
 * name led to this address sends that name.
 */
export function checkHost({ host = '', origin }: IncomingHttpHeaders, { port }: { readonly port: number }): void {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(host)) throw errors.VIEW_HOST({ what: 'Host', found: host });
  if (origin !== undefined && !hosts.some((one) => origin === `http://${one}`))
    throw errors.VIEW_HOST({ what: 'Origin', found: origin });
}
