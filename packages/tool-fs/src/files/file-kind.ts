import { isAscii, isUtf8 } from 'node:buffer';
import { type TableEncoding, tableEncoding } from './table-encoding.js';

const LOOKED_AT = 8192;

const SIGNATURES: readonly (readonly [kind: string, signature: string])[] = [
  ['PNG image', '\x89PNG\r\n'],
  ['JPEG image', '\xff\xd8\xff'],
  ['GIF image', 'GIF8'],
  ['PDF document', '%PDF-'],
  ['ZIP archive or Office document', 'PK\x03\x04'],
  ['gzip archive', '\x1f\x8b'],
  ['ELF program', '\x7fELF'],
  ['SQLite database', 'SQLite format 3\0'],
];

/** Returns the kind of a file that is not text, by its first bytes; `undefined` for text. */
export function binaryKind(head: Buffer): string | undefined {
  const start = head.toString('latin1', 0, 16);
  const known = SIGNATURES.find(([, signature]) => start.startsWith(signature));
  if (known !== undefined) return known[0];
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'WebP image';
  if (textFormat(head).encoding !== 'utf-8') return undefined;
  return head.subarray(0, LOOKED_AT).includes(0) ? 'binary data: it contains null bytes' : undefined;
}

const UNSHOWN_PICTURES: readonly (readonly [name: string, signature: RegExp])[] = [
  // Two letters are too common, so the signature includes the four bytes that every writer leaves at zero.
  ['BMP image', /^BM.{4}\0{4}/s],
  ['TIFF image', /^(II\*\0|MM\0\*)/],
  ['ICO image', /^\0\0\x01\0/],
  ['AVIF image', /^.{4}ftypavi/s],
  ['HEIC image', /^.{4}ftyp(hei|hev|mif1|msf1)/s],
  ['Photoshop image', /^8BPS\0/],
  ['JPEG XL image', /^(\xff\x0a|\0\0\0\x0cJXL )/],
];

/** Returns the name of a picture that no model is shown, by its first bytes. */
export function unshownPicture(head: Buffer): string | undefined {
  const start = head.toString('latin1', 0, 16);
  return UNSHOWN_PICTURES.find(([, signature]) => signature.test(start))?.[0];
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The storage format of a text file. `bomBytes` is the length of the byte order mark; 0 without a mark. */
export type TextFormat = UnicodeFormat | TableFormat;

interface UnicodeFormat {
  readonly encoding: Encoding;
  readonly bomBytes: number;
}

interface TableFormat {
  readonly encoding: TableEncoding;
  readonly bomBytes: 0;
}

export const isTable = (format: TextFormat): format is TableFormat => typeof format.encoding !== 'string';

export const UTF8: UnicodeFormat = { encoding: 'utf-8', bomBytes: 0 };

const MARKS: Readonly<Record<Encoding, Buffer>> = {
  'utf-8': Buffer.from([0xef, 0xbb, 0xbf]),
  'utf-16le': Buffer.from([0xff, 0xfe]),
  'utf-16be': Buffer.from([0xfe, 0xff]),
};

/** Detects the encoding only by a byte order mark; a file without one is UTF-8. */
export function textFormat(head: Uint8Array): UnicodeFormat {
  for (const [encoding, mark] of Object.entries(MARKS)) {
    if (mark.every((byte, index) => head[index] === byte)) return { encoding: encoding as Encoding, bomBytes: mark.length };
  }
  return UTF8;
}

/**
 * Returns the format of a file by all its bytes, or the first of them. `isWhole` says which. `undefined`: some bytes are not UTF-8, and
 * no other encoding fits.
 */
export function formatOf(
  bytes: Buffer,
  { isWhole }: { readonly isWhole: boolean },
): TextFormat | Promise<TextFormat | undefined> {
  const format = textFormat(bytes);
  const known = isWhole ? bytes : bytes.subarray(0, bytes.length - cutBytes(bytes));
  if (format.encoding !== 'utf-8' || isUtf8(known)) return format;
  // The last byte may be the first of a character.
  return tableEncoding(isWhole ? bytes : wholeLines(bytes)).then((encoding) => encoding && { encoding, bomBytes: 0 });
}

/** The number of bytes at the end that are the beginning of a UTF-8 character. */
function cutBytes(bytes: Buffer): number {
  for (let back = 1; back <= 3; back++) {
    const byte = bytes.at(-back) ?? 0;
    if (byte >= 0xc0) return back;
    if (byte < 0x80) return 0;
  }
  return 0;
}

const wholeLines = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.lastIndexOf(10) + 1 || bytes.length);

/** Decodes a file without its byte order mark. Invalid bytes become U+FFFD. */
export function decode(bytes: Buffer, format: TextFormat): string {
  const body = bytes.subarray(format.bomBytes);
  if (isTable(format)) return format.encoding.decode(body);
  if (format.encoding !== 'utf-8') return new TextDecoder(format.encoding, { ignoreBOM: true }).decode(body);
  // For ASCII, latin1 returns the same text several times as fast.
  return body.toString(isAscii(body) ? 'latin1' : 'utf8');
}

export function encode(text: string, format: TextFormat): Buffer {
  if (isTable(format)) return format.encoding.encode(text);
  const body = Buffer.from(text, format.encoding === 'utf-8' ? 'utf8' : 'utf16le');
  if (format.encoding === 'utf-16be') body.swap16();
  return format.bomBytes === 0 ? body : Buffer.concat([MARKS[format.encoding], body]);
}

/** Whether decoding and encoding again gives the same bytes. */
export function isLossless(bytes: Buffer, format: TextFormat): boolean {
  return format.encoding === 'utf-8' ? isUtf8(bytes) : encode(decode(bytes, format), format).equals(bytes);
}
