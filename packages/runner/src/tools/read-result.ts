import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { defineTool } from '@loadout/core';

const PAGE_BYTES = 20_000;
const MAX_MATCHES = 50;

/** Reads stored results of any size, for an agent without `Read`. */
export const readResult = defineTool({
  name: 'ReadResult',
  description: `Reads a tool output that was saved to a file because it was too long. Give the path from the pointer. Returns up to ${PAGE_BYTES} bytes from offset (in bytes, default 0) and says from which offset to go on. With search: the places from offset on where that exact text stands, up to ${MAX_MATCHES}, each with its offset and the text around it.`,
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      offset: { type: 'integer', minimum: 0, default: 0 },
      search: { type: 'string', minLength: 1, maxLength: 1000 },
    },
    required: ['path'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false },
  isConcurrencySafe: true,
  maxResultChars: Number.POSITIVE_INFINITY,
  async access({ path }, context) {
    return [{ kind: 'read', path: await realPath(resolve(context.artifactDir, path)) }];
  },
  async call({ path, offset, search }, context) {
    const [permitted] = context.permitted;
    const file = permitted?.kind === 'read' ? permitted.path : '';
    if (!isBelow(file, await realPath(context.artifactDir)))
      return { content: `${path} is not a saved tool output of this session.`, isError: true };
    const handle = await openRegular(file);
    if (handle === undefined) return { content: `There is no saved tool output at ${path}.`, isError: true };
    try {
      const { size } = await handle.stat();
      return search === undefined ? await page(handle, { offset, size }) : await places(handle, { offset, size, search });
    } finally {
      await handle.close();
    }
  },
});

async function page(handle: FileHandle, { offset, size }: { offset: number; size: number }): Promise<string> {
  const buffer = Buffer.alloc(PAGE_BYTES + 4);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
  const bytes = buffer.subarray(0, bytesRead);
  let from = 0;
  while (from < Math.min(3, bytesRead) && isContinuation(bytes[from])) from += 1;
  let end = Math.min(bytesRead, PAGE_BYTES);
  while (end < bytesRead && isContinuation(bytes[end])) end += 1;
  if (bytesRead === 0) return `(nothing at offset ${offset}; the output has ${size} bytes)`;
  const text = bytes.subarray(from, end).toString('utf8');
  const next = offset + end;
  return next < size ? `${text}\n\n(${size - next} of ${size} bytes follow; go on with offset ${next})` : text;
}

async function places(
  handle: FileHandle,
  { offset, size, search }: { offset: number; size: number; search: string },
): Promise<string> {
  const found = await findInFile(handle, { text: search, offset, limit: MAX_MATCHES });
  if (found.places.length === 0)
    return `(${JSON.stringify(search)} does not occur from offset ${offset} on; the output has ${size} bytes)`;
  const lines = found.places.map((place) => `${place.offset}: ${place.around}`);
  const more = found.next === undefined ? '' : `\n\n(there may be more; go on with offset ${found.next})`;
  return `${lines.join('\n')}${more}`;
}

/**
 * Opens a regular file and nothing else: links were followed when the path was resolved, and a pipe is not opened, since reading
 * it could block.
 */
async function openRegular(file: string): Promise<FileHandle | undefined> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    return undefined;
  } catch {
    return undefined;
  }
}

async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

const isBelow = (file: string, folder: string) => {
  const inside = relative(folder, file);
  return inside !== '' && !inside.startsWith('..') && join(folder, inside) === file;
};

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
async function findInFile(
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
const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
