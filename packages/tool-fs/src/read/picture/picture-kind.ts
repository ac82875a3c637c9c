import { pictureKind as kindOf, type PictureKind } from '@loadout/core';

export const PICTURE_NAMES: Readonly<Record<PictureKind, string>> = {
  png: 'PNG image',
  jpeg: 'JPEG image',
  gif: 'GIF image',
  webp: 'WebP image',
};

/** Returns the kind of a picture by its first bytes. Its name does not count. */
export const pictureKind = (head: Buffer): PictureKind | undefined => kindOf((at) => head[at]);

const OTHERS: readonly (readonly [name: string, signature: RegExp])[] = [
  // Its name is two letters, so the four bytes that every writer leaves at zero are asked for too.
  ['BMP image', /^BM.{4}\0{4}/s],
  ['TIFF image', /^(II\*\0|MM\0\*)/],
  ['ICO image', /^\0\0\x01\0/],
  ['AVIF image', /^.{4}ftypavi/s],
  ['HEIC image', /^.{4}ftyp(hei|hev|mif1|msf1)/s],
  ['Photoshop image', /^8BPS\0/],
  ['JPEG XL image', /^(\xff\x0a|\0\0\0\x0cJXL )/],
];

/** The name of a picture that is not shown, by its first bytes. */
export function otherPicture(head: Buffer): string | undefined {
  const start = head.toString('latin1', 0, 16);
  return OTHERS.find(([, signature]) => signature.test(start))?.[0];
}
