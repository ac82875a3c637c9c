import type { IncomingMessage } from 'node:http';
import { isSameSecret } from '@loadout/node';

/** Names by which a program of this machine calls it. A page that a browser was led to by another name sends that one. */
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

let checks: Promise<typeof import('@modelcontextprotocol/server')> | undefined;

/**
 * Returns the refusal of a request, or `undefined` if it may pass: only programs on this machine that send the token pass, not
 * pages of other sites. Every value is compared in full, and a missing value is refused. Only `Origin` may be missing, because
 * only browsers send it.
 */
export async function refusalOf({ headers }: IncomingMessage, token: string): Promise<Refusal | undefined> {
  // Asked for once: a connection must not wait among others for a module that is there, and count as one that sent nothing.
  checks ??= import('@modelcontextprotocol/server');
  const { validateHostHeader, validateOriginHeader } = await checks;
  if (!validateHostHeader(headers.host, LOCAL).ok) return { status: 403, message: 'This Host is not served here.' };
  if (!validateOriginHeader(headers.origin, LOCAL).ok) return { status: 403, message: 'This Origin is not served here.' };
  if (isToken(headers.authorization, token)) return undefined;
  return {
    status: 401,
    message: 'This server wants its token: Authorization: Bearer <token>.',
    headers: { 'www-authenticate': 'Bearer' },
  };
}

function isToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return given !== undefined && isSameSecret(given, token);
}
