import { createCipheriv, createSecretKey, getCipherInfo, hash, type KeyObject, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const KEYED = /^gmac:([0-9a-f]{64}):[0-9a-f]{32}$/;
/** Each fingerprint of a key starts from the same value, so that the same bytes have the same fingerprint. */
const START = Buffer.alloc(12);
/** A cipher passes over large content ten times as fast as SHA-256. Its first use in a process takes 0.4 ms. */
const KEYED_FROM_BYTES = 32 * 1024;

interface Key {
  readonly hex: string;
  readonly secret: KeyObject;
}

let ownKey: Key | undefined;
let isThere: boolean | undefined;

/** Whether the runtime has the cipher, which a build of Node may leave out. A Write that failed here would have written its file. */
function hasCipher(): boolean {
  isThere ??= getCipherInfo(CIPHER) !== undefined;
  return isThere;
}

/**
 * Returns a text that identifies the bytes: SHA-256 of a small file, and the authentication code of a cipher under a random key for
 * a large file. The code contains its key. With `like`, an earlier fingerprint, the result can be compared with that one, which
 * another process may have made. If the runtime lacks the cipher, the text is SHA-256 in any case.
 */
export function fingerprintOf(bytes: Uint8Array, like?: string): string {
  const key = like === undefined ? keyFor(bytes) : keyIn(like);
  return key === undefined ? hash('sha256', bytes) : codeOf(bytes, key);
}

function keyFor(bytes: Uint8Array): Key | undefined {
  if (bytes.length < KEYED_FROM_BYTES || !hasCipher()) return undefined;
  ownKey ??= keyOf(randomBytes(KEY_BYTES));
  return ownKey;
}

function keyIn(fingerprint: string): Key | undefined {
  const hex = KEYED.exec(fingerprint)?.[1];
  if (hex === undefined || !hasCipher()) return undefined;
  return hex === ownKey?.hex ? ownKey : keyOf(Buffer.from(hex, 'hex'));
}

const keyOf = (bytes: Buffer): Key => ({ hex: bytes.toString('hex'), secret: createSecretKey(bytes) });

function codeOf(bytes: Uint8Array, { hex, secret }: Key): string {
  const cipher = createCipheriv(CIPHER, secret, START);
  cipher.setAAD(bytes);
  cipher.final();
  return `gmac:${hex}:${cipher.getAuthTag().toString('hex')}`;
}
