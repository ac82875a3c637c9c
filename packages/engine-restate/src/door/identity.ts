import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { EngineKey } from './engine-key.js';

/** The beginning of a private Ed25519 key in PKCS #8, before its 32 bytes. */
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex');
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const privateOf = (key: EngineKey) =>
  createPrivateKey({ key: Buffer.concat([PRIVATE, key.bytes('identity of the engine')]), format: 'der', type: 'pkcs8' });

/** Returns the private key with which the engine signs its requests to workers. It follows from the engine's key. */
export const identityPem = (key: EngineKey): string => privateOf(key).export({ type: 'pkcs8', format: 'pem' }).toString();

/** Returns the public key that a worker wants of the engine's requests, as Restate writes it. */
export function publicIdentity(key: EngineKey): string {
  const bytes = createPublicKey(privateOf(key)).export({ type: 'spki', format: 'der' }).subarray(-32);
  return `publickeyv1_${base58(bytes)}`;
}

function base58(bytes: Uint8Array): string {
  let text = '';
  for (let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); rest > 0n; rest /= 58n)
    text = ALPHABET.charAt(Number(rest % 58n)) + text;
  return ALPHABET.charAt(0).repeat(bytes.findIndex((byte) => byte !== 0)) + text;
}
