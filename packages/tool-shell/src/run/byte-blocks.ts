/** Bytes in the order of arrival. Many small pieces cost no more than few large ones. */
export interface ByteBlocks {
  add(bytes: Buffer): void;
  pieces(): readonly Buffer[];
}

interface Block {
  readonly bytes: Buffer;
  used: number;
}

const BLOCK_BYTES = 64 * 1024;

/**
 * Keeps the last bytes: at least `keep` of them, and hardly more. The bytes are copied into blocks that are used again. A buffer
 * that is kept for a while becomes old, and old buffers pile up until the next full garbage collection.
 */
export function createByteBlocks(keep: number): ByteBlocks {
  const blocks: Block[] = [];
  let spare: Block | undefined;
  let total = 0;

  const openBlock = (): Block => {
    const last = blocks.at(-1);
    if (last !== undefined && last.used < last.bytes.length) return last;
    const block = spare ?? { bytes: Buffer.allocUnsafeSlow(BLOCK_BYTES), used: 0 };
    spare = undefined;
    block.used = 0;
    blocks.push(block);
    return block;
  };

  const dropFirst = () => {
    for (let first = blocks[0]; first !== undefined && total - first.used >= keep; first = blocks[0]) {
      total -= first.used;
      spare = blocks.shift();
    }
  };

  return {
    add(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const block = openBlock();
        const count = bytes.copy(block.bytes, block.used, at);
        block.used += count;
        total += count;
        at += count;
        dropFirst();
      }
    },
    pieces: () => blocks.map(({ bytes, used }) => bytes.subarray(0, used)),
  };
}
