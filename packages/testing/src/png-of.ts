const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const HEADER = Buffer.from('0000000d49484452000000010000000108060000001f15c489', 'hex');
const END = Buffer.from('0000000049454e44ae426082', 'hex');

/** A picture of one pixel as large as a test needs it: a PNG that carries `data` beside the picture itself. */
export function pngOf(data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([SIGNATURE, HEADER, length, Buffer.from('teXt'), data, Buffer.alloc(4), END]);
}
