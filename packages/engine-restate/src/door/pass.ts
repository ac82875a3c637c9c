import { createHash } from 'node:crypto';
import type { EngineKey } from './engine-key.js';

/** The header with the pass of a request. */
export const PASS = 'x-loadout-pass';

/** The time for which a pass is good, before and after its making. */
const GOOD_MS = 60_000;

/** A request as both of its ends see it. */
export interface PassedRequest {
  readonly method: string;
  /** The host and the port, as the request names them. */
  readonly host: string;
  /** The path, with the query. */
  readonly target: string;
  readonly body: string | Buffer;
}

/**
 * Returns the pass of a request: a time, and a code over the time and the whole request. Whoever sees the pass, such as a program that
 * has taken the port, learns nothing that opens another request, or this one later.
 */
export function passFor(key: EngineKey, request: PassedRequest, now = Date.now()): string {
  return `${now}.${key.mac(...textsOf(request, String(now)))}`;
}

/** Returns whether a pass, which may be anything that somebody sent, is the one of this request, and made just now. */
export function isPass(key: EngineKey, pass: unknown, request: PassedRequest, now = Date.now()): boolean {
  const [time = '', mac] = typeof pass === 'string' ? pass.split('.') : [];
  return Math.abs(now - Number(time)) <= GOOD_MS && key.accepts(mac, ...textsOf(request, time));
}

const textsOf = ({ method, host, target, body }: PassedRequest, time: string) => [
  'request',
  time,
  method,
  host,
  target,
  createHash('sha256').update(body).digest('base64url'),
];
