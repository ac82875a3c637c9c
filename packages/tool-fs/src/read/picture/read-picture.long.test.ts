import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callTool } from '@loadout/testing';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { setUp, viewOf } from '../../testing/context.js';

type Kind = 'png' | 'jpeg' | 'gif' | 'webp';

const draw = (kind: Kind, [width, height]: readonly [number, number]) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .toFormat(kind)
    .toBuffer();

async function read(name: string, bytes: Buffer, input: object = {}) {
  const bench = await setUp();
  writeFileSync(join(bench.folder, name), bytes);
  const result = await callTool(bench.tool('Read'), { file_path: name, ...input }, bench.context);
  return { ...result, bench };
}

const imageOf = (result: Awaited<ReturnType<typeof read>>) => {
  const block = result.typedContent.find((one) => one.type === 'image');
  if (block === undefined) throw new Error(result.content);
  return { mimeType: block.mimeType, bytes: Buffer.from(block.data, 'base64') };
};

describe('Read of a picture', () => {
  it.each(['png', 'jpeg', 'gif', 'webp'] as const)('shows %s as it is, whatever it is called (TOOL-READ-06)', async (kind) => {
    const bytes = await draw(kind, [40, 30]);
    const result = await read('picture.txt', bytes);
    expect(result.typedContent.map((block) => block.type)).toEqual(['text', 'image']);
    expect(result.content).toMatch(new RegExp(`picture.txt: ${kind} image, 40 x 30 pixels, ${bytes.length} bytes$`, 'i'));
    expect(imageOf(result)).toEqual({ mimeType: `image/${kind}`, bytes });
    expect(result.structuredContent).toMatchObject({
      type: 'image',
      file: {
        base64: bytes.toString('base64'),
        type: `image/${kind}`,
        originalSize: bytes.length,
        dimensions: { originalWidth: 40, originalHeight: 30, displayWidth: 40, displayHeight: 30 },
      },
    });
    expect(viewOf(result.bench, 'picture.txt')?.extent).toBe('full');
  });

  it.each([
    ['png', 'png'],
    ['jpeg', 'jpeg'],
    ['gif', 'png'],
    ['webp', 'webp'],
  ] as const)('makes a %s that is too long smaller, as %s (TOOL-READ-06)', async (kind, shownAs) => {
    const result = await read('a', await draw(kind, [3136, 100]));
    expect(result.content).toContain('3136 x 100 pixels');
    expect(result.content).toMatch(/shown as 1568 x 50 pixels/);
    const shown = imageOf(result);
    expect(shown.mimeType).toBe(`image/${shownAs}`);
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: shownAs, width: 1568, height: 50 });
  });

  it('stays below the size that the API takes, also with noise (TOOL-READ-06)', async () => {
    const noise = sharp({
      create: { width: 1500, height: 1500, channels: 3, background: 'white', noise: { type: 'gaussian', mean: 128, sigma: 90 } },
    });
    const bytes = await noise.png({ compressionLevel: 0 }).toBuffer();
    expect(bytes.length).toBeGreaterThan(3_932_160);
    const shown = imageOf(await read('noise.png', bytes));
    expect(shown.mimeType).toBe('image/webp');
    expect(shown.bytes.toString('base64').length).toBeLessThanOrEqual(5 * 1024 * 1024);
  });

  it('does not decode a small file that claims a hundred thousand pixels a side (TOOL-READ-06)', async () => {
    const bytes = await draw('png', [10, 10]);
    bytes.writeUInt32BE(100_000, 16);
    bytes.writeUInt32BE(100_000, 20);
    const result = await read('bomb.png', bytes);
    expect(result.isError).toBe(true);
    expect(result.content).toContain('claims 100000 x 100000 pixels');
  });

  it('refuses a picture whose end or header is missing: one that the API refuses spoils the conversation', async () => {
    const bytes = await draw('png', [40, 30]);
    expect((await read('a.png', bytes.subarray(0, -12))).content).toContain('(PNG image) cannot be read: its end is missing');
    expect((await read('b.png', bytes.subarray(0, 20))).content).toContain('its header does not say its size');
    const large = await draw('png', [2000, 2000]);
    large.fill(0xff, 60, large.length - 40);
    expect(await read('c.png', large)).toMatchObject({ isError: true });
  });

  it('shows SVG as the text that it is (TOOL-READ-06)', async () => {
    expect((await read('a.svg', Buffer.from('<svg/>\n'))).content).toBe('1\t<svg/>');
  });

  it('refuses pages for what is no PDF', async () => {
    const result = await read('a.png', await draw('png', [4, 4]), { pages: '1' });
    expect(result).toMatchObject({ isError: true });
    expect(result.content).toContain('pages is for PDF documents');
  });
});
