import { isIP } from 'node:net';
import { errors } from '../errors.js';
import { isBadPort } from './bad-port.js';
import type { Network } from './network.js';

/** The port that a URL leads to. */
const portOf = (url: URL) => (url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port));

/** The address in a URL's host, without the brackets of IPv6; `undefined` for a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

/**
 * Returns the URL to request: checked as far as its text allows, http replaced by https, without fragment. Throws if the URL is
 * refused.
 */
export function targetOf(text: string, network: Network): URL {
  const url = parse(text);
  const problem = problemOf(url);
  if (problem !== undefined) throw errors.WEB_URL_INVALID({ url: withoutCredentials(url), problem });
  const allowed = network.allows(url.hostname, portOf(url));
  if (url.protocol === 'http:' && !allowed) url.protocol = 'https:';
  url.hash = '';
  const address = literalAddress(url.hostname);
  const what = address === undefined || allowed ? undefined : network.judge(address);
  if (address !== undefined && what !== undefined) throw errors.WEB_ADDRESS_REFUSED({ host: address, address, what });
  return url;
}

function parse(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw errors.WEB_URL_INVALID({ url: text.slice(0, 500), problem: 'it is not an absolute URL' });
  }
}

function problemOf(url: URL): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `its scheme is ${url.protocol.slice(0, -1)}, not http or https`;
  if (url.username !== '' || url.password !== '') return 'it carries a user name or a password';
  return isBadPort(portOf(url)) ? `port ${portOf(url)} belongs to another protocol` : undefined;
}

function withoutCredentials(url: URL): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href.slice(0, 500);
}
