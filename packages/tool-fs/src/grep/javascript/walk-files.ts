import { type Dirent, readdirSync } from 'node:fs';
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
  const entries = list(folder);
  if (entries === undefined) return want.onUnreadable();
  const stack = stackOf(entries, { folder, above: want.above });
  for (const entry of entries) {
    const path = prefix + entry.name;
    const isFolder = entry.isDirectory();
    if (!isFolder && !entry.isFile()) continue;
    if (!want.filter.takes({ path, name: entry.name, isFolder }, stack)) continue;
    if (!isFolder) yield { folder, name: entry.name, path };
    else {
      const inner = want.enter(folder, entry.name);
      if (inner === undefined) want.onUnreadable();
      else {
        yield* walkFiles(inner, { ...want, above: stack }, `${path}/`);
        want.leave(inner);
      }
    }
  }
  yield undefined;
}

function stackOf(entries: readonly Dirent[], { folder, above }: { folder: HeldFolder; above: IgnoreStack | undefined }) {
  const names = new Set(entries.flatMap(({ name }) => (/^\.(git|gitignore|ignore|rgignore)$/.test(name) ? [name] : [])));
  return names.size === 0 ? above : stackFor(folder.path, { above, names });
}

function list(folder: HeldFolder): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder.at('.'), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return undefined;
  }
}
