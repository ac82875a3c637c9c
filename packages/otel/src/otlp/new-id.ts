import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4_096;

const pool = Buffer.allocUnsafe(POOL_BYTES);
let used = POOL_BYTES;

/** Returns a random id as hexadecimal digits. Random bytes are drawn in bulk, because each draw costs more than the digits. */
export function newId(bytes: 8 | 16): string {
  if (used + bytes > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}
