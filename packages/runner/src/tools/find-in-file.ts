import type { FileHandle } from 'node:fs/promises';

const CHUNK = 256 * 1024;
const BEFORE = 120;
const AFTER = 240;

export interface Place {
  /** The offset in bytes. */
  readonly offset: number;
  /** The match and its surroundings on the line, cut if long. */
  readonly around: string;
}

/**
 * Finds a text in a file of any size, in constant memory. After a match, the search continues at the end of the text that was
 * shown.
 */
export async function findInFile(
  handle: FileHandle,
  { text, offset, limit }: { readonly text: string; readonly offset: number; readonly limit: number },
): Promise<{ readonly places: readonly Place[]; readonly next?: number | undefined }> {
  const wanted = Buffer.from(text);
  const buffer = Buffer.alloc(CHUNK + wanted.length);
  const places: Place[] = [];
  let position = offset;
  while (true) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead < wanted.length) return { places };
    const at = buffer.subarray(0, bytesRead).indexOf(wanted);
    if (at === -1) {
      position += bytesRead - wanted.length + 1;
      continue;
    }
    if (places.length === limit) return { places, next: position + at };
    const place = await around(handle, { offset: position + at, length: wanted.length });
    places.push(place);
    position = place.end;
  }
}

async function around(
  handle: FileHandle,
  { offset, length }: { offset: number; length: number },
): Promise<Place & { readonly end: number }> {
  const start = Math.max(0, offset - BEFORE);
  const buffer = Buffer.alloc(offset - start + length + AFTER);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
  const bytes = buffer.subarray(0, bytesRead);
  const at = offset - start;
  let from = at === 0 ? 0 : bytes.lastIndexOf(10, at - 1) + 1;
  while (isContinuation(bytes[from]) && from < at) from += 1;
  const lineEnd = bytes.indexOf(10, at + length);
  let to = lineEnd === -1 ? bytesRead : lineEnd;
  while (to < bytesRead && to > at + length && isContinuation(bytes[to])) to -= 1;
  return { offset, around: bytes.subarray(from, to).toString('utf8'), end: Math.max(start + to, offset + length) };
}

/** Returns whether a byte is the second to last byte of a UTF-8 character. */
export const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
