import type { PictureKind } from '@loadout/core/model';

/** Tests for the end marker of a picture: an incomplete picture must not reach the model. */
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
