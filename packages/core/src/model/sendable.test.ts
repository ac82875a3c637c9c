import { describe, expect, it } from 'vitest';
import { sendableBlocks } from './sendable.js';

const picture = (data: Buffer | string, media_type = 'image/png') => ({
  type: 'image',
  source: { type: 'base64', media_type, data: typeof data === 'string' ? data : data.toString('base64') },
});
const pdf = (data: Buffer | string) => ({
  type: 'document',
  source: { type: 'base64', media_type: 'application/pdf', data: typeof data === 'string' ? data : data.toString('base64') },
});
const shown = (block: object) => {
  const [sent] = sendableBlocks([block]) as readonly { readonly type: string; readonly text?: string }[];
  return sent?.text ?? sent;
};
/** A PNG of one pixel that also contains `data`. */
const pngOf = (data: Buffer) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
    data,
    Buffer.from('0000000049454e44ae426082', 'hex'),
  ]);
const png = pngOf(Buffer.from('x'));
const wide = Buffer.from(png);
wide.writeUInt32BE(8001, 16);

describe('a picture in a request (F6)', () => {
  it('is sent unchanged, under the type of its bytes', () => {
    expect(shown(picture(png))).toEqual(picture(png));
    expect(shown(picture(png, 'image/jpeg'))).toEqual(picture(png));
    expect(shown(picture(png, 'image/svg+xml'))).toEqual(picture(png));
  });

  it.each([
    [
      'SVG that is called PNG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      /its 41 bytes are not a PNG, JPEG, GIF or WebP/,
    ],
    ['anything of 10 MiB', Buffer.alloc(10 * 1024 * 1024, 7), /its 10485760 bytes are not a PNG/],
    ['a PNG of 6 MiB', pngOf(Buffer.alloc(6 * 1024 * 1024)), /it has \d+ bytes; at most 3932160 can be shown/],
    ['a PNG that is cut off', png.subarray(0, 40), /its png data is damaged/],
    ['a JPEG without a header', Buffer.from('ffd8ffe000', 'hex'), /its jpeg data is damaged/],
    ['a PNG of 8001 pixels a side', wide, /it is 8001 x 1 pixels; at most 8000 a side/],
    ['a PNG of no pixels', Buffer.from(png).fill(0, 16, 24), /its png data is damaged/],
    ['invalid base64', 'not base64!', /its data is not base64/],
    ['base64 for URLs', '_-_-', /its data is not base64/],
    ['nothing', '', /its data is not base64/],
  ])('is replaced by a sentence if it is %s', (_, data, sentence) => expect(shown(picture(data))).toMatch(sentence));
});

describe('a document in a request (F6)', () => {
  it.each([
    ['no PDF', Buffer.from('PK..'), /its 4 bytes are not a PDF/],
    ['a PDF of 21 MiB', Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(21 * 1024 * 1024)]), /at most 20971520 can be sent/],
  ])('is replaced by a sentence if it is %s', (_, data, sentence) => expect(shown(pdf(data))).toMatch(sentence));

  it('is sent when it is a PDF', () => expect(shown(pdf(Buffer.from('%PDF-1.7\n')))).toMatchObject({ type: 'document' }));
});

it('leaves out an empty text beside other blocks, since no provider accepts it', () => {
  expect(sendableBlocks([{ type: 'text', text: '' }, picture(png)])).toEqual([picture(png)]);
  expect(sendableBlocks([{ type: 'text', text: '' }])).toEqual([{ type: 'text', text: '' }]);
});

it('passes pictures by address and blocks of other types unchanged', () => {
  const others = [
    { type: 'image', source: { type: 'url', url: 'https://a/b.png' } },
    { type: 'tool_reference', tool_name: 'x' },
    7,
  ];
  expect(sendableBlocks(others)).toEqual(others);
});
