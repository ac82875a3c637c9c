import type { Stats } from 'node:fs';
import { errors } from '../errors.js';
import { binaryKind, decode, formatOf, isLossless, isTable, type TextFormat, textFormat } from './file-kind.js';
import { fill, withFile } from './regular-file.js';

export interface TextFile {
  readonly bytes: Buffer;
  readonly text: string;
  readonly format: TextFormat;
  /** As the file is on disk. */
  readonly stats: Stats;
  /** True if the text is that of an editor, and not on disk. */
  readonly isUnsaved?: boolean | undefined;
}

const MOST_BYTES = 64 * 1024 * 1024;

/** All bytes of a regular file. */
export function readBytes(path: string): { readonly bytes: Buffer; readonly stats: Stats } {
  return withFile(path, ({ fd, stats }) => {
    if (stats.size > MOST_BYTES) throw errors.FILE_TOO_LARGE({ path, bytes: stats.size, limit: MOST_BYTES });
    // One byte more than it says: a file that grew meanwhile must not look whole.
    const buffer = Buffer.allocUnsafe(stats.size + 1);
    const length = fill(fd, buffer);
    if (length > stats.size) throw errors.FILE_MODIFIED({ path });
    return { bytes: buffer.subarray(0, length), stats };
  });
}

/** A whole file of Unicode text that can be written back byte for byte. */
export function readUnicodeFile(path: string): TextFile {
  const { bytes, stats } = readText(path);
  const format = textFormat(bytes);
  if (!isLossless(bytes, format)) throw errors.FILE_ENCODING_UNKNOWN({ path });
  return { bytes, text: decode(bytes, format), format, stats };
}

/** A whole file of text in any known encoding, in which each part can be changed by itself. */
export async function readTextFile(path: string): Promise<TextFile> {
  const { bytes, stats } = readText(path);
  const format = await formatOf(bytes, { isWhole: true });
  const isKnown = format !== undefined && (isTable(format) || isLossless(bytes, format));
  if (!isKnown) throw errors.FILE_ENCODING_UNKNOWN({ path });
  return { bytes, text: decode(bytes, format), format, stats };
}

function readText(path: string): ReturnType<typeof readBytes> {
  const read = readBytes(path);
  const kind = binaryKind(read.bytes);
  if (kind !== undefined) throw errors.FILE_NOT_TEXT({ path, kind });
  return read;
}
