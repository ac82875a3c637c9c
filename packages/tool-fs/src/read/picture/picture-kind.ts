import { pictureKind as kindOf, type PictureKind } from '@loadout/core/model';

export const PICTURE_NAMES: Readonly<Record<PictureKind, string>> = {
  png: 'PNG image',
  jpeg: 'JPEG image',
  gif: 'GIF image',
  webp: 'WebP image',
};

/** Returns the kind of a picture by its first bytes. Its name does not count. */
export const pictureKind = (head: Buffer): PictureKind | undefined => kindOf((at) => head[at]);
