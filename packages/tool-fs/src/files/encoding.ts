import { isAscii, isUtf8 } from 'node:buffer';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The storage format of a text file. `bomBytes` is the length of the byte order mark; 0 without a mark. */
export interface TextFormat {
  readonly encoding: Encoding;
  readonly bomBytes: number;
}

export const UTF8: TextFormat = { encoding: 'utf-8', bomBytes: 0 };

const MARKS: Readonly<Record<Encoding, Buffer>> = {
  'utf-8': Buffer.from([0xef, 0xbb, 0xbf]),
  'utf-16le': Buffer.from([0xff, 0xfe]),
  'utf-16be': Buffer.from([0xfe, 0xff]),
};

/** Detects the encoding only by a byte order mark; a file without one is UTF-8. */
export function textFormat(head: Uint8Array): TextFormat {
  for (const [encoding, mark] of Object.entries(MARKS)) {
    if (mark.every((byte, index) => head[index] === byte)) return { encoding: encoding as Encoding, bomBytes: mark.length };
  }
  return UTF8;
}

/** Decodes a file without its byte order mark. Invalid bytes become U+FFFD. */
export function decode(bytes: Buffer, format: TextFormat): string {
  const body = bytes.subarray(format.bomBytes);
  if (format.encoding !== 'utf-8') return new TextDecoder(format.encoding, { ignoreBOM: true }).decode(body);
  // For ASCII, latin1 returns the same text several times as fast.
  return body.toString(isAscii(body) ? 'latin1' : 'utf8');
}

export function encode(text: string, format: TextFormat): Buffer {
  const body = Buffer.from(text, format.encoding === 'utf-8' ? 'utf8' : 'utf16le');
  if (format.encoding === 'utf-16be') body.swap16();
  return format.bomBytes === 0 ? body : Buffer.concat([MARKS[format.encoding], body]);
}

/** Whether decoding and encoding again gives the same bytes. */
export function isLossless(bytes: Buffer, format: TextFormat): boolean {
  return format.encoding === 'utf-8' ? isUtf8(bytes) : encode(decode(bytes, format), format).equals(bytes);
}
