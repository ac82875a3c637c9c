import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { Buffer } from 'buffer';

const HASHES = { sha256, sha512 };

/** The hash of Node over the same bytes. */
export function createHash(name) {
  const hash = HASHES[name].create();
  const self = {
    update(data) {
      hash.update(typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data));
      return self;
    },
    digest(encoding) {
      const bytes = Buffer.from(hash.digest());
      return encoding === undefined ? bytes : bytes.toString(encoding);
    },
  };
  return self;
}
export const hash = (name, data, encoding = 'hex') => createHash(name).update(data).digest(encoding);
export const randomUUID = () => crypto.randomUUID();
export const randomBytes = (size) => Buffer.from(crypto.getRandomValues(new Uint8Array(size)));
export const timingSafeEqual = (a, b) => Buffer.compare(a, b) === 0;
export const createHmac = () => {
  throw new Error('There are no keyed hashes in the playground.');
};

import * as all from './crypto.js';

export default all;
