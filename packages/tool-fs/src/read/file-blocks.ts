import { isTable, type TextFormat } from '../files/file-kind.js';
import { fill, type OpenFile } from '../files/regular-file.js';

const BLOCK_BYTES = 64 * 1024;

export interface FileBlocks {
  /** The next bytes, good until the next call; `undefined` at the end. */
  next(): Buffer | undefined;
  /** Bytes of the file that were not read yet, as far as its size tells. */
  readonly left: number;
}

/**
 * A file whose first bytes are read already, as UTF-8, with those first. It ends where the file ended when it was opened, so
 * that one that grows all the time ends too; only files that say they have no bytes, such as those in /proc, are read on.
 */
export function fileBlocks(
  { fd, stats }: OpenFile,
  { head, format }: { readonly head: Buffer; readonly format: TextFormat },
): FileBlocks {
  const decoder = blockDecoder(format);
  const toUtf8 = (bytes: Buffer) => (decoder === undefined ? bytes : Buffer.from(decoder.write(bytes)));
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  const isEndKnown = stats.size > 0;
  let position = 0;
  const read = () => {
    const wanted = isEndKnown ? Math.min(BLOCK_BYTES, Math.max(0, stats.size - position)) : BLOCK_BYTES;
    return block.subarray(0, fill(fd, block.subarray(0, wanted)));
  };
  return {
    next() {
      const bytes = position === 0 ? head : read();
      if (bytes.length === 0) return undefined;
      const start = position === 0 ? format.bomBytes : 0;
      position += bytes.length;
      return toUtf8(bytes.subarray(start));
    },
    get left() {
      return isEndKnown ? Math.max(0, stats.size - position) : 0;
    },
  };
}

/** Returns what decodes the blocks of a file in order; `undefined` for UTF-8. */
function blockDecoder(format: TextFormat): { write(block: Buffer): string } | undefined {
  if (isTable(format)) return format.encoding.decoder();
  if (format.encoding === 'utf-8') return undefined;
  const decoder = new TextDecoder(format.encoding, { ignoreBOM: true });
  return { write: (block) => decoder.decode(block, { stream: true }) };
}
