import { pictureSize } from '@loadout/core/model';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isComplete } from './is-complete.js';

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 9, g: 99, b: 199, alpha: 0.5 } } });

const pictures = {
  'a PNG': ['png', blank(321, 123).png()],
  'a JPEG': ['jpeg', blank(321, 123).jpeg()],
  'a progressive JPEG with metadata': [
    'jpeg',
    blank(321, 123)
      .withExif({ IFD0: { Copyright: 'x'.repeat(3000) } })
      .jpeg({ progressive: true }),
  ],
  'a GIF': ['gif', blank(321, 123).gif()],
  'a lossy WebP': ['webp', blank(321, 123).removeAlpha().webp()],
  'a lossless WebP': ['webp', blank(321, 123).removeAlpha().webp({ lossless: true })],
  'a WebP with alpha': ['webp', blank(321, 123).webp()],
} as const;

describe('pictureSize', () => {
  it.each(Object.entries(pictures))('reads the size of %s from its header', async (_name, [kind, drawn]) => {
    const bytes = await drawn.toBuffer();
    expect(pictureSize((at) => bytes[at], kind)).toEqual({ width: 321, height: 123 });
    expect(isComplete(bytes, kind)).toBe(true);
  });

  it.each(Object.entries(pictures))(
    'says nothing of %s cut anywhere in its header, and does not throw',
    async (_name, [kind, drawn]) => {
      const bytes = await drawn.toBuffer();
      for (let length = 12; length < 30; length++) {
        const size = pictureSize((at) => bytes.subarray(0, length)[at], kind);
        expect(size === undefined || size.width === 321).toBe(true);
      }
    },
  );
});
