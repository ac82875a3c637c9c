import type { PictureKind } from './picture-kind.js';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Width and height as the header claims them, nothing decoded; `undefined` when it does not say. */
export function pictureSize(bytes: Buffer, kind: PictureKind): PictureSize | undefined {
  const size = SIZES[kind](bytes);
  return size === undefined || size.width === 0 || size.height === 0 ? undefined : size;
}

/** Whether the end that every picture of its kind has is there: one that is still being written must not reach the model. */
export function isComplete(bytes: Buffer, kind: PictureKind): boolean {
  switch (kind) {
    case 'png':
      return bytes.lastIndexOf('IEND') !== -1;
    case 'jpeg':
      return bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) !== -1;
    case 'gif':
      return bytes.lastIndexOf(0x3b) > 12;
    case 'webp':
      return bytes.readUInt32LE(4) + 8 <= bytes.length;
  }
}

const SIZES: Readonly<Record<PictureKind, (bytes: Buffer) => PictureSize | undefined>> = {
  png: (bytes) => (bytes.length < 24 ? undefined : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  gif: (bytes) => (bytes.length < 10 ? undefined : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  webp: webpSize,
  jpeg: jpegSize,
};

function webpSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 30) return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/** Goes from segment to segment up to the frame header, which alone has the size. */
function jpegSize(bytes: Buffer): PictureSize | undefined {
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrameHeader(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** 0xc4, 0xc8 and 0xcc lie in the same range and are tables. */
const isFrameHeader = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
