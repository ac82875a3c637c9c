import { createHash, randomBytes } from 'node:crypto';
import type { EngineKey } from './engine-key.js';

/** The header with the pass of a request. */
export const PASS = 'x-loadout-pass';

/** The header with the time of the door, in the refusal of a request. */
export const STAMP = 'x-loadout-stamp';

/** A request as both of its ends see it, before its body. */
export interface RequestHead {
  readonly method: string;
  /** The host and the port, as the request names them. */
  readonly host: string;
  /** The path, with the query. */
  readonly target: string;
}

export interface PassedRequest extends RequestHead {
  readonly body: string | Buffer;
}

/** The content of a pass. */
export interface Pass {
  /** The time at which it was made: that of its maker, or one that the door gave out. */
  readonly stamp: string;
  /** A text that no other pass has. */
  readonly once: string;
  /** The digest of the body. */
  readonly digest: string;
}

export const digestOf = (body: string | Buffer): string => createHash('sha256').update(body).digest('base64url');

/**
 * Returns the pass of a request: a time, a text that no other pass has, the digest of the body, and a code over them and the request.
 * Whoever sees the pass, such as a program that has taken the port, learns nothing that opens another request.
 */
export function passFor(key: EngineKey, { body, ...head }: PassedRequest, stamp = String(Date.now())): string {
  const said = [stamp, randomBytes(16).toString('base64url'), digestOf(body)];
  return [...said, key.mac(...textsOf(head, said))].join('.');
}

/** Reads a pass, which may be anything that somebody sent, before the body of its request. `undefined` for one of another request. */
export function readPass(key: EngineKey, sent: unknown, head: RequestHead): Pass | undefined {
  const [stamp = '', once = '', digest = '', mac] = typeof sent === 'string' ? sent.split('.') : [];
  return key.accepts(mac, ...textsOf(head, [stamp, once, digest])) ? { stamp, once, digest } : undefined;
}

const textsOf = ({ method, host, target }: RequestHead, said: readonly string[]) => ['request', ...said, method, host, target];
