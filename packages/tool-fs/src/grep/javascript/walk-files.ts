import { opendirSync } from 'node:fs';
import type { HeldFolder } from '../../files/held-folder.js';
import { type IgnoreStack, stackFor } from '../../glob/ignore/ignore-stack.js';
import type { FileFilter } from './file-filter.js';
import { NameList } from './name-list.js';

/** A file to search, named relative to its folder, which stays open during the search of the file. */
export interface FoundEntry {
  readonly folder: HeldFolder;
  readonly name: string;
  /** Below the folder where the search began. */
  readonly path: string;
}

export interface WalkWant {
  readonly filter: FileFilter;
  readonly above: IgnoreStack | undefined;
  /** Holds a folder in a folder; `undefined` where the system does not let it. */
  readonly enter: (folder: HeldFolder, name: string) => HeldFolder | undefined;
  readonly leave: (folder: HeldFolder) => void;
  readonly onUnreadable: () => void;
}

/** The files below a folder, in the order of their paths. No link is followed, also none that takes a folder's place meanwhile. */
export function* walkFiles(folder: HeldFolder, want: WalkWant, prefix = ''): Generator<FoundEntry | undefined> {
  const listing = list(folder);
  if (listing === undefined) return want.onUnreadable();
  const { names, folders, ignoring } = listing;
  const stack = ignoring.size === 0 ? want.above : stackFor(folder.path, { above: want.above, names: ignoring });
  for (const name of names) {
    const path = prefix + name;
    const isFolder = folders.has(name);
    if (!want.filter.takes({ path, name, isFolder }, stack)) continue;
    if (!isFolder) yield { folder, name, path };
    else {
      const inner = want.enter(folder, name);
      if (inner === undefined) want.onUnreadable();
      else {
        yield* walkFiles(inner, { ...want, above: stack }, `${path}/`);
        want.leave(inner);
      }
    }
  }
  yield undefined;
}

const IGNORING = new Set(['.git', '.gitignore', '.ignore', '.rgignore']);

interface Listing {
  /** Names of files and folders, in order. */
  readonly names: Iterable<string>;
  readonly folders: ReadonlySet<string>;
  /** Names of ignore files. */
  readonly ignoring: Set<string>;
}

const PART = 256;

/** Read in parts, and only the names are kept: a folder may have a million of them. */
function list(folder: HeldFolder): Listing | undefined {
  try {
    const names = new NameList();
    const folders = new Set<string>();
    const ignoring = new Set<string>();
    const reading = opendirSync(folder.at('.'), { bufferSize: PART });
    try {
      for (let entry = reading.readSync(); entry !== null; entry = reading.readSync()) {
        if (entry.isDirectory()) folders.add(entry.name);
        else if (!entry.isFile()) continue;
        if (IGNORING.has(entry.name)) ignoring.add(entry.name);
        names.add(entry.name);
      }
    } finally {
      reading.closeSync();
    }
    return { names, folders, ignoring };
  } catch {
    return undefined;
  }
}
