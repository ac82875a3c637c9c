import { open } from 'node:fs/promises';

/** The first and the last part of a session, which are enough to list it. */
export interface Ends {
  readonly head: string;
  readonly tail: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

const END_BYTES = 64 * 1024;

/** Reads the ends of a file. Returns `undefined` if the file is missing or empty. */
export async function readEnds(path: string): Promise<Ends | undefined> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.size === 0) return undefined;
    const buffer = Buffer.allocUnsafe(Math.min(END_BYTES, stat.size));
    const at = async (position: number) =>
      buffer.toString('utf8', 0, (await file.read(buffer, 0, buffer.length, position)).bytesRead);
    const head = await at(0);
    const tail = stat.size > END_BYTES ? await at(stat.size - END_BYTES) : head;
    return { head, tail, bytes: stat.size, modified: stat.mtime.getTime() };
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** The ends of a text that is already in memory. */
export function endsOf(text: string, modified: number): Ends {
  const bytes = Buffer.from(text);
  return {
    head: bytes.subarray(0, END_BYTES).toString('utf8'),
    tail: bytes.length > END_BYTES ? bytes.subarray(-END_BYTES).toString('utf8') : text,
    bytes: bytes.length,
    modified,
  };
}
