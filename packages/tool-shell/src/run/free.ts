/** `transfer` is in V8 since Node 21. */
type Memory = ArrayBufferLike & { readonly transfer?: (length: number) => unknown };

/**
 * Frees the memory of a chunk that was read to its end. The garbage collector frees such memory only when some 32 MB of it wait. A chunk that
 * shares its memory with others is left alone, as is every chunk on Node 20, which cannot free one.
 */
export function free(chunk: Buffer): void {
  const memory: Memory = chunk.buffer;
  if (memory.byteLength === chunk.byteLength) memory.transfer?.(0);
}
