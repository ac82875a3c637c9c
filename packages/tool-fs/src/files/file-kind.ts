import { textFormat } from './encoding.js';

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
