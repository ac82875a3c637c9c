import type { PictureKind, PictureSize } from '@loadout/core/model';
import { errors } from '../../errors.js';

export interface Picture extends PictureSize {
  readonly kind: PictureKind;
  readonly bytes: Buffer;
}

/** The limits of the API: 5 MiB of base64, 8000 pixels a side. The API itself shrinks pictures with a side over 1568 pixels. */
const MOST_PICTURE_BYTES = (5 * 1024 * 1024 * 3) / 4;
const MOST_SIDE = 8000;
const BEST_SIDE = 1568;
/** Decoding takes memory by the pixel, however small the file is. */
const MOST_PIXELS = 100_000_000;

/** The picture as the model can take it: as it is, or smaller where `sharp` is installed. Source: TOOL-READ-06. */
export async function fitPicture(picture: Picture, path: string): Promise<Picture> {
  const { width, height } = picture;
  const isTaken = picture.bytes.length <= MOST_PICTURE_BYTES && Math.max(width, height) <= MOST_SIDE;
  if (isTaken && Math.max(width, height) <= BEST_SIDE) return picture;
  const sizes = { path, width, height, bytes: picture.bytes.length, mostBytes: MOST_PICTURE_BYTES, mostSide: MOST_SIDE };
  const sharp = await loadSharp();
  if (sharp === undefined) {
    if (isTaken) return picture;
    throw errors.IMAGE_NEEDS_SHARP(sizes);
  }
  if (width * height > MOST_PIXELS) throw errors.IMAGE_TOO_LARGE({ ...sizes, mostPixels: MOST_PIXELS });
  try {
    return await shrink(picture, sharp);
  } catch (error) {
    throw errors.FILE_DAMAGED({ path, kind: `${picture.kind} image`, problem: (error as Error).message }, { cause: error });
  }
}

type Sharp = typeof import('sharp')['default'];

/** An optional peer: that it is missing, or was built for another system, is an ordinary state. */
async function loadSharp(): Promise<Sharp | undefined> {
  try {
    return (await import('sharp')).default;
  } catch {
    return undefined;
  }
}

async function shrink({ kind, bytes }: Picture, sharp: Sharp): Promise<Picture> {
  const shrunk = sharp(bytes, { limitInputPixels: MOST_PIXELS })
    .rotate()
    .resize({ width: BEST_SIDE, height: BEST_SIDE, fit: 'inside', withoutEnlargement: true });
  const sameKind = kind === 'gif' ? 'png' : kind;
  const { data, info } = await shrunk.clone().toFormat(sameKind).toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  if (data.length <= MOST_PICTURE_BYTES) return { kind: sameKind, bytes: data, width, height };
  // Only noise is that large. At this size a WebP is far below the limit, whatever it shows.
  return { kind: 'webp', bytes: await shrunk.webp({ quality: 70 }).toBuffer(), width, height };
}
