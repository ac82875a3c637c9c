import { encode } from '../files/file-kind.js';
import type { TextFile } from '../files/text-file.js';
import { type Change, replaceAt } from './find-text.js';

/** The bytes of the changed text. In an ASCII file each character is one byte, so that only the new text is encoded. */
export function editedBytes({ bytes, text, format }: Pick<TextFile, 'bytes' | 'text' | 'format'>, change: Change): Buffer {
  const { places, oldText, newText } = change;
  const isAscii = format.encoding === 'utf-8' && bytes.length - format.bomBytes === text.length;
  if (!isAscii) return encode(replaceAt(text, change), format);
  const inserted = Buffer.from(newText, 'utf8');
  const edited = Buffer.allocUnsafe(bytes.length + places.length * (inserted.length - oldText.length));
  let from = 0;
  let to = 0;
  for (const place of places) {
    to += bytes.copy(edited, to, from, place + format.bomBytes);
    to += inserted.copy(edited, to);
    from = place + format.bomBytes + oldText.length;
  }
  bytes.copy(edited, to, from);
  return edited;
}
