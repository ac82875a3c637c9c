/** Bytes in the order they came. Many small pieces cost no more than few large ones. */
export interface ByteBlocks {
  add(bytes: Buffer): void;
  pieces(): readonly Buffer[];
}

const BLOCK_BYTES = 64 * 1024;
/** From here on a piece is kept as it is; smaller ones are copied together. */
const LARGE_BYTES = 16 * 1024;

/** Keeps the last bytes: at least `keep` of them, and hardly more. */
export function createByteBlocks(keep: number): ByteBlocks {
  const blocks: { readonly bytes: Buffer; used: number }[] = [];
  let total = 0;

  const addSmall = (bytes: Buffer) => {
    const last = blocks.at(-1);
    const open = last !== undefined && last.used + bytes.length <= last.bytes.length ? last : undefined;
    const block = open ?? { bytes: Buffer.allocUnsafe(BLOCK_BYTES), used: 0 };
    if (open === undefined) blocks.push(block);
    block.used += bytes.copy(block.bytes, block.used);
  };

  return {
    add(bytes) {
      if (bytes.length === 0) return;
      if (bytes.length < LARGE_BYTES) addSmall(bytes);
      else blocks.push({ bytes, used: bytes.length });
      total += bytes.length;
      for (let first = blocks[0]; first !== undefined && total - first.used >= keep; first = blocks[0]) {
        total -= first.used;
        blocks.shift();
      }
    },
    pieces: () => blocks.map(({ bytes, used }) => bytes.subarray(0, used)),
  };
}
