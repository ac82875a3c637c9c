import { pipeline, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';

/** The most layers of compression. A page never needs more; a decompression bomb does. */
const MOST_LAYERS = 2;

/** Undoes one encoding as the bytes come. */
type Decoder = (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: (source) => through(source, () => zlib.createGunzip()),
  'x-gzip': (source) => through(source, () => zlib.createGunzip()),
  deflate: (source) => through(source, inflateFor),
  br: (source) => through(source, brotliFor),
  ...zstd(),
};

/** A body with its content-encoding undone; `undefined` when it cannot be. */
export function decoded(source: AsyncIterable<Buffer>, contentEncoding: string): AsyncIterable<Buffer> | undefined {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MOST_LAYERS || names.some((name) => !Object.hasOwn(DECODERS, name))) return undefined;
  return names.reduceRight((inner, name) => DECODERS[name]?.(inner) ?? inner, source);
}

/** Undoes an encoding that the first byte chooses. A body without one, as of many errors, is empty in every encoding. */
async function* through(source: AsyncIterable<Buffer>, choose: (first: number) => Transform): AsyncIterable<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const all = async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  const transform = choose(first.value[0] ?? 0);
  // A failure comes out of the iteration below; leaving that early ends the source.
  pipeline(all(), transform, () => {});
  try {
    yield* transform;
  } finally {
    transform.destroy();
  }
}

/** Some servers send `deflate` without the zlib header; the first byte tells. */
const inflateFor = (first: number) => ((first & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw());

/** The first bits tell the window; one of 8 or 16 MiB, which no decoder option refuses, is one that only a bomb needs. */
function brotliFor(first: number): Transform {
  if ((first & 0x0f) === 0x0d || (first & 0x0f) === 0x0f) throw new Error('its brotli window is larger than 4 MiB');
  return zlib.createBrotliDecompress();
}

/** Newer versions of Node have it. The window is limited to 4 MiB here too. */
function zstd(): Record<string, Decoder> {
  const { createZstdDecompress: create } = zlib as { createZstdDecompress?: (options: object) => Transform };
  const { ZSTD_d_windowLogMax: windowLogMax } = zlib.constants as { ZSTD_d_windowLogMax?: number };
  if (create === undefined || windowLogMax === undefined) return {};
  return { zstd: (source) => through(source, () => create({ params: { [windowLogMax]: 22 } })) };
}
