import { createHash, randomBytes } from 'node:crypto';
import type { EngineKey } from './engine-key.js';

/** The header with the pass of a request. */
export const PASS = 'x-loadout-pass';

/** The time for which a pass is good, before and after its making. */
export const GOOD_MS = 60_000;

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

/** What a pass says of its request. */
export interface Pass {
  /** The time at which it was made. */
  readonly time: number;
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
export function passFor(key: EngineKey, { body, ...head }: PassedRequest, now = Date.now()): string {
  const stamp = [String(now), randomBytes(16).toString('base64url'), digestOf(body)];
  return [...stamp, key.mac(...textsOf(head, stamp))].join('.');
}

/**
 * Reads a pass, which may be anything that somebody sent, before the body of its request. `undefined` for one that is not for this
 * request, or was not made just now.
 */
export function readPass(key: EngineKey, sent: unknown, head: RequestHead, now = Date.now()): Pass | undefined {
  const [time = '', once = '', digest = '', mac] = typeof sent === 'string' ? sent.split('.') : [];
  const isGood = Math.abs(now - Number(time)) <= GOOD_MS && key.accepts(mac, ...textsOf(head, [time, once, digest]));
  return isGood ? { time: Number(time), once, digest } : undefined;
}

const textsOf = ({ method, host, target }: RequestHead, stamp: readonly string[]) => ['request', ...stamp, method, host, target];
