import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A picture with at most 256 colours: a screenshot has few, but for the edges of letters. Takes 8-bit RGB or RGBA without interlacing. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, channels, data } = readPng(png);
  const rows = unfiltered(data, width * channels, channels);
  const indexes = Buffer.alloc((width + 1) * height);
  const colours = new Map<number, number>();
  const keyAt = (pixel: number): number => {
    const [red, green, blue] = [rows[pixel] ?? 0, rows[pixel + 1] ?? 0, rows[pixel + 2] ?? 0];
    return ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
  };
  const counts = new Map<number, { count: number; rgb: number[] }>();
  for (let pixel = 0; pixel < rows.length; pixel += channels) {
    const known = counts.get(keyAt(pixel));
    if (known !== undefined) known.count += 1;
    else counts.set(keyAt(pixel), { count: 1, rgb: [...rows.subarray(pixel, pixel + 3)] });
  }
  const palette = [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, 256)
    .map(({ rgb }) => rgb);
  for (const [key, { rgb }] of counts) colours.set(key, nearest(palette, rgb));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) indexes[y * (width + 1) + x + 1] = colours.get(keyAt((y * width + x) * channels)) ?? 0;
  const head = Buffer.concat([number(width), number(height), Buffer.from([8, 3, 0, 0, 0])]);
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(indexes, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function nearest(palette: readonly (readonly number[])[], rgb: readonly number[]): number {
  const distances = palette.map((colour) => colour.reduce((sum, part, index) => sum + (part - (rgb[index] ?? 0)) ** 2, 0));
  return distances.indexOf(Math.min(...distances));
}

function readPng(png: Buffer) {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  return {
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
    channels: png[25] === 6 ? 4 : 3,
    data: inflateSync(Buffer.concat(parts)),
  };
}

/** The bytes of the pixels: each row of a PNG begins with the number of a filter, which tells from which neighbours it differs. */
function unfiltered(data: Buffer, length: number, channels: number): Buffer {
  const out = Buffer.alloc((data.length / (length + 1)) * length);
  for (let row = 0; row * (length + 1) < data.length; row += 1) {
    const filter = data[row * (length + 1)];
    for (let x = 0; x < length; x += 1) {
      const at = row * length + x;
      const left = x < channels ? 0 : (out[at - channels] ?? 0);
      const up = row === 0 ? 0 : (out[at - length] ?? 0);
      const corner = row === 0 || x < channels ? 0 : (out[at - length - channels] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      out[at] = (data[row * (length + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  return Buffer.concat([number(body.length), named, number(crc32(named))]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
