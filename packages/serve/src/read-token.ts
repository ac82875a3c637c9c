import { errors } from './errors.js';
import { LOCAL_HOSTS } from './guard.js';

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
