import type { PictureKind } from '@loadout/core';

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
