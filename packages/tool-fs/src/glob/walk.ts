import { type Dir, type Dirent, lstatSync, opendirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface FoundFile {
  /** The whole path. */
  readonly path: string;
  readonly mtimeMs: number;
}

export interface WalkWant {
  /** Tests a path below the folder of the walk. Absent: each path with the suffix matches. */
  readonly matches?: ((path: string) => boolean) | undefined;
  /** Each match ends in this; empty for any. */
  readonly suffix: string;
  readonly depth: number;
  readonly skippedNames: ReadonlySet<string>;
  readonly signal: AbortSignal;
  readonly onFile: (file: FoundFile) => void;
}

interface Folder {
  readonly path: string;
  readonly prefix: string;
  readonly depth: number;
}

const SLICE_MS = 10;
/** The system's own size of a folder with some ten thousand entries: it is read in parts, so that it never is in memory as a whole. */
const LARGE_FOLDER_BYTES = 1024 * 1024;

/**
 * Hands out the matching files under a folder, and returns how many folders could not be listed, or only in part. Does not follow
 * links to folders; a link to a file inside the folder counts as the file. Calls the system synchronously in short runs, which is by
 * far the fastest way and leaves other work its turn.
 */
export async function walk(root: string, want: WalkWant): Promise<number> {
  const open: Folder[] = [{ path: root, prefix: '', depth: 1 }];
  let unreadable = 0;
  let until = performance.now() + SLICE_MS;
  for (let folder = open.pop(); folder !== undefined && !want.signal.aborted; folder = open.pop()) {
    const entries = listing(folder.path);
    if (entries === undefined) {
      unreadable += 1;
      continue;
    }
    const place: Visited = { folder, want, root, isClosed: false };
    for (const part of inParts(entries)) {
      for (const entry of part) {
        const inner = visit(entry, place);
        if (inner !== undefined) open.push(inner);
      }
      if (performance.now() < until) continue;
      await nextTurn();
      if (want.signal.aborted) break;
      until = performance.now() + SLICE_MS;
    }
    if (place.isClosed) unreadable += 1;
  }
  return unreadable;
}

/** A folder whose entries are visited. */
interface Visited {
  readonly folder: Folder;
  readonly want: WalkWant;
  readonly root: string;
  /** Whether it shows the names of its files and not the files, as a folder without the right to search it does. */
  isClosed: boolean;
}

/** A folder to go into, or `undefined`. */
function visit(entry: Dirent, place: Visited): Folder | undefined {
  const { folder, want, root } = place;
  const { name } = entry;
  if (entry.isDirectory()) {
    if (folder.depth >= want.depth || want.skippedNames.has(name)) return undefined;
    return { path: below(folder.path, name), prefix: `${folder.prefix}${name}/`, depth: folder.depth + 1 };
  }
  if (!name.endsWith(want.suffix)) return undefined;
  if (want.matches?.(folder.prefix + name) === false) return undefined;
  const path = below(folder.path, name);
  const mtimeMs = entry.isSymbolicLink() ? linkedTime(path, root) : timeIn(place, path);
  if (mtimeMs !== undefined) want.onFile({ path, mtimeMs });
  return undefined;
}

function timeIn(place: Visited, path: string): number | undefined {
  try {
    return timeOf(path);
  } catch {
    place.isClosed = true;
    return undefined;
  }
}

type Listing = readonly Dirent[] | { readonly parts: Iterable<readonly Dirent[]> };

function listing(path: string): Listing | undefined {
  try {
    if (statSync(path).size <= LARGE_FOLDER_BYTES) return readdirSync(path, { withFileTypes: true });
    return { parts: streamed(opendirSync(path, { bufferSize: PART })) };
  } catch {
    return undefined;
  }
}

function inParts(entries: Listing): Iterable<readonly Dirent[]> {
  if ('parts' in entries) return entries.parts;
  return entries.length <= PART ? [entries] : chunked(entries);
}

const PART = 512;

function* chunked(entries: readonly Dirent[]): Generator<readonly Dirent[]> {
  for (let at = 0; at < entries.length; at += PART) yield entries.slice(at, at + PART);
}

function* streamed(folder: Dir): Generator<readonly Dirent[]> {
  try {
    let part: Dirent[] = [];
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      part.push(entry);
      if (part.length < PART) continue;
      yield part;
      part = [];
    }
    yield part;
  } finally {
    folder.closeSync();
  }
}

const below = (folder: string, name: string) => (folder === '/' ? `/${name}` : `${folder}/${name}`);

const MAY_BE_GONE = { throwIfNoEntry: false } as const;

/** When a regular file was changed; `undefined` for anything else. */
export function timeOf(path: string): number | undefined {
  const stats = lstatSync(path, MAY_BE_GONE);
  return stats?.isFile() === true ? stats.mtimeMs : undefined;
}

/** Returns the time of a link's target, if the target is a file inside the root. */
export function linkedTime(path: string, root: string): number | undefined {
  try {
    const real = realpathSync.native(path);
    return real.startsWith(below(root, '')) ? timeOf(real) : undefined;
  } catch {
    return undefined;
  }
}
