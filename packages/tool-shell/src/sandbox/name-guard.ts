import { randomUUID } from 'node:crypto';
import { closeSync, constants, type FSWatcher, lstatSync, openSync, readdirSync, renameSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '@loadout/node';
import { heldFolderPath } from '@loadout/node/platform';
import { isProtected, protectedPaths } from './protected-paths.js';

/** The number of files after which the command is ended. */
const MOST_HELD = 20;

interface Entry {
  readonly folder: Folder;
  readonly name: string;
}

/**
 * A folder that is held open: if a command replaces it, the guard still looks into the original. On macOS, where it is reached by
 * its path, the sandbox lets no command rename a folder above a protected name.
 */
interface Folder {
  readonly path: string;
  readonly descriptor: number;
}

interface GuardParts {
  /** The folders that the command may write. Below them, no file may appear that decides what runs later. */
  readonly folders: readonly string[];
  /** The files of this kind that were there before. */
  readonly existing: readonly string[];
  /** The folder for the files that the guard takes away. */
  readonly holdIn: string;
}

/**
 * Keeps protected names that do not exist from appearing while a command is inside. The sandbox can only mask existing files. The
 * guard moves a new file away: at once directly in a writable folder, and at any depth when the command has ended, before a program
 * outside could take orders from it (N7).
 */
export class NameGuard {
  /** Called when the command keeps creating files of these names. */
  onFlood: (() => void) | undefined;
  readonly #holdIn: string;
  readonly #folders = new Map<string, Folder | undefined>();
  readonly #entries: Entry[] = [];
  readonly #watchers: FSWatcher[] = [];
  readonly #notes: string[] = [];
  readonly #tops: readonly string[];
  readonly #existing: ReadonlySet<string>;
  #held = 0;

  constructor(paths: readonly string[], { holdIn, folders, existing }: GuardParts) {
    this.#holdIn = holdIn;
    this.#tops = folders;
    this.#existing = new Set(existing);
    for (const path of new Set(paths.map(firstMissing))) this.#add(path);
    for (const top of folders) this.#folder(top);
    for (const folder of this.#folders.values()) if (folder !== undefined) this.#watch(folder);
    guards.add(this);
    if (guards.size === 1) process.on('exit', sweepAll);
  }

  /** Moves new files away: those of the listed names, and those directly in a writable folder. */
  sweep(): void {
    for (const entry of this.#entries) this.#check(entry);
    for (const top of this.#tops) {
      const folder = this.#folder(top);
      if (folder === undefined) continue;
      for (const name of namesIn(folder)) if (isProtected(join(top, name), top)) this.#take({ folder, name });
    }
  }

  /** Moves new files away at any depth. The folders of the command may be links by now: they are opened without following. */
  #sweepBelow(): void {
    for (const path of protectedPaths(this.#tops).existing) {
      if (this.#existing.has(path)) continue;
      const folder = openFolder(dirname(path));
      if (folder === undefined) continue;
      this.#take({ folder, name: basename(path) });
      closeSync(folder.descriptor);
    }
  }

  #take(entry: Entry): void {
    if (!this.#existing.has(join(entry.folder.path, entry.name))) this.#check(entry);
  }

  /** Looks a last time. Returns the notices for the model and the person. */
  end(): readonly string[] {
    this.sweep();
    this.#sweepBelow();
    for (const watcher of this.#watchers.splice(0)) watcher.close();
    for (const folder of this.#folders.values()) if (folder !== undefined) closeSync(folder.descriptor);
    this.#entries.length = 0;
    this.#folders.clear();
    if (guards.delete(this) && guards.size === 0) process.off('exit', sweepAll);
    return this.#notes;
  }

  /** Sweeps while the command runs. A failure is left to the last look, where it fails the call. */
  #sweepOnTheWay(): void {
    try {
      this.sweep();
    } catch {
      // The last look reports the failure.
    }
  }

  #add(path: string): void {
    const parent = dirname(path);
    const folder = this.#folder(parent);
    if (folder === undefined) return;
    const entry = { folder, name: basename(path) };
    if (!isThere(entry)) this.#entries.push(entry);
  }

  #folder(path: string): Folder | undefined {
    if (!this.#folders.has(path)) this.#folders.set(path, openFolder(path));
    return this.#folders.get(path);
  }

  /** Watches a folder. Without a free watcher, the folder is checked when the command has ended. */
  #watch({ path }: Folder): void {
    try {
      const watcher = watch(path, { persistent: false }, () => this.#sweepOnTheWay());
      watcher.on('error', () => watcher.close());
      this.#watchers.push(watcher);
    } catch {
      // The last look covers this folder.
    }
  }

  #check(entry: Entry): void {
    if (!isThere(entry)) return;
    const path = join(entry.folder.path, entry.name);
    const put = this.#moveAway(entry);
    this.#notes.push(
      put === undefined
        ? `(The command made ${path}, which no command in the sandbox may make, and it could not be moved away: remove it before anything runs there.)`
        : `(The command made ${path}, which no command in the sandbox may make. It was moved to ${put}.)`,
    );
    this.#held += 1;
    if (this.#held === MOST_HELD) this.onFlood?.();
  }

  /**
   * Moves a file away. On another file system, or in a folder that cannot be written to, the file gets another name in its own
   * folder.
   */
  #moveAway(entry: Entry): string | undefined {
    const { folder, name } = entry;
    const mark = `${name}.held-${randomUUID().slice(0, 8)}`;
    const from = inFolder(folder, name);
    try {
      makeFolder(this.#holdIn);
      renameSync(from, join(this.#holdIn, mark));
      return join(this.#holdIn, mark);
    } catch {
      // The rename below tries again.
    }
    try {
      renameSync(from, inFolder(folder, mark));
      return join(folder.path, mark);
    } catch {
      return isThere(entry) ? undefined : 'nowhere, because it is gone';
    }
  }
}

const guards = new Set<NameGuard>();
const sweepAll = () => {
  for (const guard of guards) guard.sweep();
};

/** The outermost missing folder of a path whose folder is missing too. Without that folder, the path cannot be created. */
function firstMissing(path: string): string {
  const parent = dirname(path);
  if (parent === path || lstatSync(parent, { throwIfNoEntry: false }) !== undefined) return path;
  return firstMissing(parent);
}

function openFolder(path: string): Folder | undefined {
  try {
    return { path, descriptor: openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW) };
  } catch {
    return undefined;
  }
}

function namesIn(folder: Folder): readonly string[] {
  try {
    return readdirSync(heldFolderPath(folder)).filter((name) => name !== '.git');
  } catch {
    return [];
  }
}

const inFolder = (folder: Folder, name: string): string => join(heldFolderPath(folder), name);

const isThere = ({ folder, name }: Entry): boolean => lstatSync(inFolder(folder, name), { throwIfNoEntry: false }) !== undefined;
