import { errors } from '../errors.js';
import { encode, isTable } from '../files/file-kind.js';
import type { TableEncoding } from '../files/table-encoding.js';
import type { TextFile } from '../files/text-file.js';
import { type Change, replaceAt } from './find-text.js';

/** The bytes of the changed text. In an ASCII file each character is one byte, so that only the new text is encoded. */
export function editedBytes({ bytes, text, format }: Pick<TextFile, 'bytes' | 'text' | 'format'>, change: Change): Buffer {
  const { places, oldText, newText } = change;
  if (isTable(format)) return inTable({ bytes, text, encoding: format.encoding }, change);
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

interface TableText {
  readonly bytes: Buffer;
  readonly text: string;
  readonly encoding: TableEncoding;
}

/** Copies the bytes around the places: a table can have two forms of one character, and a file keeps its own. */
function inTable({ bytes, text, encoding }: TableText, { places, oldText, newText }: Change): Buffer {
  const inserted = encoding.encode(newText);
  const parts: Buffer[] = [];
  let from = 0;
  let rest = bytes;
  for (const place of places) {
    const kept = lengthOf(text.slice(from, place), { bytes: rest, encoding });
    const replaced = lengthOf(oldText, { bytes: rest.subarray(kept), encoding });
    parts.push(rest.subarray(0, kept), inserted);
    rest = rest.subarray(kept + replaced);
    from = place + oldText.length;
  }
  return Buffer.concat([...parts, rest]);
}

/** Returns how many of the first bytes are this text. Contract: throws FILE_ENCODING_FORMS if that cannot be said. */
function lengthOf(text: string, { bytes, encoding }: Omit<TableText, 'text'>): number {
  const { length } = encoding.encode(text);
  if (encoding.decode(bytes.subarray(0, length)) === text) return length;
  throw errors.FILE_ENCODING_FORMS({ encoding: encoding.name });
}
