import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errors } from '../errors.js';
import type { EngineKey } from './engine-key.js';

/** The beginning of a private Ed25519 key in PKCS #8, before its 32 bytes. */
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex');
const NAME = 'publickeyv1_';
/** The fewest characters of a key. */
const LEAST = 32;
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Returns a private Ed25519 key for a purpose. It follows from the engine's key. */
export const privateKeyFor = (key: EngineKey, purpose: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE, key.bytes(purpose)]), format: 'der', type: 'pkcs8' });

const privateOf = (key: EngineKey) => privateKeyFor(key, 'identity of the engine');

/** Returns the private key with which the engine signs its requests to workers. */
export const identityPem = (key: EngineKey): string => privateOf(key).export({ type: 'pkcs8', format: 'pem' }).toString();

/** Returns the public key that a worker wants of the engine's requests, as Restate writes it. */
export const publicIdentity = (key: EngineKey): string => nameOf(createPublicKey(privateOf(key)));

const nameOf = (key: KeyObject): string => NAME + base58(key.export({ type: 'spki', format: 'der' }).subarray(-32));

/**
 * Returns a public key as Restate writes it, from that or from the name of a PEM file, which openssl writes. Throws
 * ENGINE_IDENTITY_KEY.
 */
export function identityNamed(value: string, cwd: string): string {
  if (value.startsWith(NAME)) return value;
  try {
    const key = createPublicKey(readFileSync(resolve(cwd, value)));
    if (key.asymmetricKeyType === 'ed25519') return nameOf(key);
  } catch (error) {
    throw errors.ENGINE_IDENTITY_KEY({ key: value }, { cause: error });
  }
  throw errors.ENGINE_IDENTITY_KEY({ key: value });
}

/** Reads a public key as Restate writes it. Throws ENGINE_IDENTITY_KEY. */
export function publicKeyOf(name: string): KeyObject {
  const bytes = name.startsWith(NAME) ? fromBase58(name.slice(NAME.length)) : Buffer.alloc(0);
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
  } catch (error) {
    throw errors.ENGINE_IDENTITY_KEY({ key: name }, { cause: error });
  }
}

function base58(bytes: Uint8Array): string {
  let text = '';
  for (let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); rest > 0n; rest /= 58n)
    text = ALPHABET.charAt(Number(rest % 58n)) + text;
  return ALPHABET.charAt(0).repeat(bytes.findIndex((byte) => byte !== 0)) + text;
}

/** The 32 bytes of a key. A text of another length gives a key that cannot be read. */
function fromBase58(text: string): Buffer {
  if (text.length < LEAST) return Buffer.alloc(0);
  const value = [...text].reduce((sum, one) => sum * 58n + BigInt(ALPHABET.indexOf(one)), 0n);
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}
