import type { IncomingHttpHeaders } from 'node:http';
import { errors } from '../errors.js';

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
