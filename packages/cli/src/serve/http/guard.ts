import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { errors } from '../../errors.js';

export interface GuardOptions {
  /** Absent: nobody has to show one. */
  readonly token: string | undefined;
  /** Names by which this server may be called. */
  readonly hosts: readonly string[];
}

/** Names by which a program of this machine calls it. */
export const LOCAL_HOSTS = ['localhost', '127.0.0.1', '::1'];

/**
 * Throws HTTP_HOST for a request that names another host, or comes from a page of one: a browser that was led here by a name of
 * somebody else sends that name.
 */
export function checkHost({ host, origin }: IncomingHttpHeaders, { hosts }: GuardOptions): void {
  if (!hosts.includes(nameOf(`http://${host ?? ''}`) ?? '')) throw errors.HTTP_HOST({ what: 'Host', found: host ?? '(none)' });
  if (origin !== undefined && !hosts.includes(nameOf(origin) ?? '')) throw errors.HTTP_HOST({ what: 'Origin', found: origin });
}

/** Throws HTTP_TOKEN. */
export function checkToken({ authorization }: IncomingHttpHeaders, { token }: GuardOptions): void {
  if (token === undefined) return;
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (given === undefined || !timingSafeEqual(sha256(given), sha256(token))) throw errors.HTTP_TOKEN({});
}

function nameOf(url: string): string | undefined {
  try {
    return new URL(url).hostname.replace(/^\[|\]$/g, '');
  } catch {
    return undefined;
  }
}

/** Hashes are of one length, and comparing them tells nothing of the token by the time that it takes. */
const sha256 = (text: string) => createHash('sha256').update(text).digest();
