/** The kinds of pictures that models are shown, under their names in `image/…`. */
export type PictureKind = 'png' | 'jpeg' | 'gif' | 'webp';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Returns one byte of a file; `undefined` beyond its end. */
export type ByteReader = (at: number) => number | undefined;

/** Returns the kind of a picture by its first bytes. The name and the declared type of the picture do not count. */
export function pictureKind(byteAt: ByteReader): PictureKind | undefined {
  const start = textAt(byteAt, 0, 12);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'webp' : undefined;
}

/** Returns width and height as the header claims them, without decoding; `undefined` if the header has none. */
export function pictureSize(byteAt: ByteReader, kind: PictureKind): PictureSize | undefined {
  const size = SIZES[kind](byteAt);
  return size === undefined || size.width === 0 || size.height === 0 ? undefined : size;
}

const SIZES: Readonly<Record<PictureKind, (byteAt: ByteReader) => PictureSize | undefined>> = {
  png: (byteAt) => sizeOf(big(byteAt, 16, 4), big(byteAt, 20, 4)),
  gif: (byteAt) => sizeOf(little(byteAt, 6, 2), little(byteAt, 8, 2)),
  webp: webpSize,
  jpeg: jpegSize,
};

function webpSize(byteAt: ByteReader): PictureSize | undefined {
  if (byteAt(29) === undefined) return undefined;
  switch (textAt(byteAt, 12, 4)) {
    case 'VP8 ':
      return sizeOf((little(byteAt, 26, 2) ?? 0) & 0x3fff, (little(byteAt, 28, 2) ?? 0) & 0x3fff);
    case 'VP8L': {
      const bits = little(byteAt, 21, 4) ?? 0;
      return sizeOf((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return sizeOf((little(byteAt, 24, 3) ?? 0) + 1, (little(byteAt, 27, 3) ?? 0) + 1);
    default:
      return undefined;
  }
}

/** Walks the segments up to the frame header, the only place of the size. */
function jpegSize(byteAt: ByteReader): PictureSize | undefined {
  for (let at = 2; byteAt(at + 8) !== undefined; ) {
    if (byteAt(at) !== 0xff) return undefined;
    const marker = byteAt(at + 1) ?? 0;
    if (marker === 0xff) at += 1;
    else if (isFrameHeader(marker)) return sizeOf(big(byteAt, at + 7, 2), big(byteAt, at + 5, 2));
    else at += 2 + (big(byteAt, at + 2, 2) ?? 0);
  }
  return undefined;
}

/** The markers 0xc4, 0xc8 and 0xcc lie in the same range but introduce tables. */
const isFrameHeader = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const sizeOf = (width: number | undefined, height: number | undefined): PictureSize | undefined =>
  width === undefined || height === undefined ? undefined : { width, height };

const textAt = (byteAt: ByteReader, at: number, length: number): string =>
  Array.from({ length }, (_, index) => String.fromCharCode(byteAt(at + index) ?? 0)).join('');

function big(byteAt: ByteReader, at: number, length: number): number | undefined {
  let value = 0;
  for (let index = 0; index < length; index++) {
    const byte = byteAt(at + index);
    if (byte === undefined) return undefined;
    value = value * 256 + byte;
  }
  return value;
}

const little = (byteAt: ByteReader, at: number, length: number): number | undefined =>
  big((index) => byteAt(2 * at + length - 1 - index), at, length);
