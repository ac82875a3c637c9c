import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret } from '@loadout/node';
import { errors } from './errors.js';
import type { PageKeys } from './page/page-keys.js';

export interface GuardOptions {
  /** The required token. If absent, no token is needed. */
  readonly token: string | undefined;
  /** The key of the page stands for the token. Absent: no page is served, or no token is needed. */
  readonly keys?: Pick<PageKeys, 'accepts'> | undefined;
  /** The names by which clients may call this server. */
  readonly hosts: readonly string[];
}

/** The names by which a program on this machine calls the server. */
export const LOCAL_HOSTS = ['localhost', '127.0.0.1', '::1'];

/**
 * Throws HTTP_HOST for a request that names another host, or comes from a page of another host. A browser that a foreign name led
 * here sends that name.
 */
export function checkHost({ host, origin }: IncomingHttpHeaders, { hosts }: GuardOptions): void {
  const names = hosts.map((name) => name.toLowerCase());
  if (!names.includes(nameOf(`http://${host ?? ''}`) ?? '')) throw errors.HTTP_HOST({ what: 'Host', found: host ?? '(none)' });
  if (origin !== undefined && !names.includes(nameOf(origin) ?? '')) throw errors.HTTP_HOST({ what: 'Origin', found: origin });
}

/** Checks the token of a request. Throws HTTP_TOKEN. */
export function checkToken({ authorization }: IncomingHttpHeaders, { token, keys }: GuardOptions): void {
  if (token === undefined) return;
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (given !== undefined && keys?.accepts(given) === true) return;
  if (given === undefined || !isSameSecret(given, token)) throw errors.HTTP_TOKEN({});
}

function nameOf(url: string): string | undefined {
  try {
    return new URL(url).hostname.replace(/^\[|\]$/g, '');
  } catch {
    return undefined;
  }
}

const TOKEN = 'LOADOUT_HTTP_TOKEN';
const LEAST_TOKEN = 16;

interface TokenFlags {
  readonly 'token-env'?: string | undefined;
  readonly 'no-auth': boolean;
}

/** Reads the token. Throws HTTP_NO_TOKEN, HTTP_NO_AUTH, SERVE_TOKEN. */
export function readToken(
  flags: TokenFlags,
  { env, host }: { readonly env: Readonly<Record<string, string | undefined>>; readonly host: string },
): string | undefined {
  const variable = flags['token-env'] ?? TOKEN;
  if (flags['no-auth']) {
    if (!LOCAL_HOSTS.includes(host)) throw errors.HTTP_NO_AUTH({ host });
    return undefined;
  }
  const token = env[variable] ?? '';
  if (token === '') throw errors.HTTP_NO_TOKEN({ variable });
  if (token.length < LEAST_TOKEN || /\s/.test(token)) throw errors.SERVE_TOKEN({ variable, length: token.length });
  return token;
}
