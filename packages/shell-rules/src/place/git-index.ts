import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface IndexEntry {
  /** Relative to the top of the working tree. */
  readonly path: string;
  readonly mode: number;
  /** The object name of the staged contents. */
  readonly hash: string;
}

export const GITLINK = 0o160000;
const TREE = 0o040000;
const MOST_BYTES = 64 * 1024 * 1024;
/** In an entry: the offset of the mode, the offset of the hash, and the length of the hash. */
const [MODE_AT, HASH_AT, HASH_BYTES] = [24, 40, 20];

let last: { readonly key: string; readonly entries: readonly IndexEntry[] | undefined } | undefined;

/** The files that the repository tracks; `undefined` if the index alone does not tell. Source: git's index-format. */
export function trackedFiles(gitDir: string): readonly IndexEntry[] | undefined {
  const path = join(gitDir, 'index');
  const about = statSync(path, { throwIfNoEntry: false });
  if (about === undefined) return [];
  if (!about.isFile() || about.size > MOST_BYTES) return undefined;
  const key = [path, about.mtimeMs, about.ctimeMs, about.size, about.ino].join(' ');
  if (last?.key !== key) last = { key, entries: readIndex(path) };
  return last.entries;
}

function readIndex(path: string): readonly IndexEntry[] | undefined {
  try {
    return entriesIn(readFileSync(path));
  } catch {
    return undefined;
  }
}

function entriesIn(bytes: Buffer): readonly IndexEntry[] | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const count = bytes.readUInt32BE(8);
  const entries: IndexEntry[] = [];
  let at = 12;
  let before: Buffer = Buffer.alloc(0);
  for (let index = 0; index < count; index++) {
    const mode = bytes.readUInt32BE(at + MODE_AT);
    if (mode === TREE) return undefined;
    const hash = bytes.toString('hex', at + HASH_AT, at + HASH_AT + HASH_BYTES);
    const isExtended = (bytes.readUInt16BE(at + HASH_AT + HASH_BYTES) & 0x4000) !== 0;
    let start = at + HASH_AT + HASH_BYTES + (isExtended ? 4 : 2);
    let kept = 0;
    if (version === 4) [kept, start] = prefixLength(bytes, start);
    const end = bytes.indexOf(0, start);
    if (end === -1 || kept > before.length) return undefined;
    const name =
      version === 4
        ? Buffer.concat([before.subarray(0, before.length - kept), bytes.subarray(start, end)])
        : bytes.subarray(start, end);
    before = name;
    entries.push({ path: name.toString('utf8'), mode, hash });
    at = version === 4 ? end + 1 : at + (((end - at) >> 3) + 1) * 8;
  }
  return hasOnlyKnownParts(bytes, at) ? entries : undefined;
}

/** The number of bytes that are dropped at the end of the previous name, in git's variable width. */
function prefixLength(bytes: Buffer, from: number): [number, number] {
  let at = from;
  let byte = bytes.readUInt8(at++);
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes.readUInt8(at++);
    value = ((value + 1) << 7) | (byte & 0x7f);
  }
  return [value, at];
}

/**
 * Whether all extensions are optional. An extension whose name begins with a small letter changes the meaning of the entries: a
 * split or a sparse index.
 */
function hasOnlyKnownParts(bytes: Buffer, from: number): boolean {
  let at = from;
  while (at < bytes.length - HASH_BYTES) {
    if (!/^[A-Z]/.test(bytes.toString('latin1', at, at + 4))) return false;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === bytes.length - HASH_BYTES;
}
