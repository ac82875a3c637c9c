import { isIP } from 'node:net';
import { errors } from '../errors.js';
import type { Network } from './network.js';

/** The ports that the fetch standard closes to HTTP, because servers of other protocols listen there. */
const BAD = new Set(
  `0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137
   139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723
   2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080`
    .split(/\s+/)
    .map(Number),
);

const isBadPort = (port: number) => BAD.has(port);

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
