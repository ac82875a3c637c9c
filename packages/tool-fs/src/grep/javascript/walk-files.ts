import { opendirSync } from 'node:fs';
import type { HeldFolder } from '../../files/held-folder.js';
import { type IgnoreStack, stackFor } from '../../glob/ignore/ignore-stack.js';
import type { FileFilter } from './file-filter.js';

/** A file that is to be searched, named by the folder that is held open while it is looked at. */
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
  const { names, folders } = listing;
  const stack = stackOf(names, { folder, above: want.above });
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

function stackOf(listed: readonly string[], { folder, above }: { folder: HeldFolder; above: IgnoreStack | undefined }) {
  const names = new Set(listed.filter((name) => IGNORING.has(name)));
  return names.size === 0 ? above : stackFor(folder.path, { above, names });
}

interface Listing {
  /** Of files and folders, in their order. */
  readonly names: readonly string[];
  readonly folders: ReadonlySet<string>;
}

const PART = 256;

/** Read in parts, and only the names are kept: a folder may have a million of them. */
function list(folder: HeldFolder): Listing | undefined {
  try {
    const names: string[] = [];
    const folders = new Set<string>();
    const reading = opendirSync(folder.at('.'), { bufferSize: PART });
    try {
      for (let entry = reading.readSync(); entry !== null; entry = reading.readSync()) {
        if (entry.isDirectory()) folders.add(entry.name);
        else if (!entry.isFile()) continue;
        names.push(entry.name);
      }
    } finally {
      reading.closeSync();
    }
    return { names: names.sort((a, b) => (a < b ? -1 : 1)), folders };
  } catch {
    return undefined;
  }
}
