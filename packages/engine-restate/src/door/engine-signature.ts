import { type KeyObject, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { jsonIn } from '@loadout/node';
import { publicKeyOf } from './identity.js';

/** The time before and after which a request of the engine is refused, beside the times that it names. */
const LEEWAY_S = 5;

/** A path, with what is asked at its end: `/discover`, or a service and its handler. */
const ASKED = /^[^?#]*?(\/(?:discover|invoke\/[^/?#]+\/[^/?#]+))$/;

/**
 * The keys with which an engine signs its requests to a worker. The SDK compares the times of a request with the clock of the worker,
 * which may be wrong: here the clock of the engine counts.
 */
export class EngineSignatures {
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #now: () => number;

  constructor(names: readonly string[], now: () => number) {
    this.#keys = new Map(names.map((name) => [name, publicKeyOf(name)]));
    this.#now = now;
  }

  /** Returns whether the engine has signed a request for this path. */
  accept(headers: IncomingHttpHeaders, path: string): boolean {
    if (headers['x-restate-signature-scheme'] !== 'v1') return false;
    const [head = '', claims = '', signature = '', ...rest] = String(headers['x-restate-jwt-v1'] ?? '').split('.');
    const { alg, kid } = read(head);
    const key = typeof kid === 'string' ? this.#keys.get(kid) : undefined;
    if (key === undefined || alg !== 'EdDSA' || rest.length > 0) return false;
    if (!verify(null, Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))) return false;
    const { aud, exp, nbf } = read(claims);
    const now = this.#now() / 1000;
    const isNow = typeof exp === 'number' && typeof nbf === 'number' && now <= exp + LEEWAY_S && now >= nbf - LEEWAY_S;
    const [, asked] = ASKED.exec(path) ?? [];
    return isNow && asked !== undefined && [aud].flat().includes(asked);
  }
}

const read = (part: string): Readonly<Record<string, unknown>> => Object(jsonIn(Buffer.from(part, 'base64url').toString()));
