import { type Dirent, lstatSync, opendirSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { tellsSpellingsApart } from '@loadout/node/platform';

const MOST_LINKS = 40;
/** The most entries of one folder, or of one tree that is searched for links. */
const MOST_SEEN = 2_000;
/** The most names that are compared with patterns, over all of a command. */
const MOST_LISTED = 10_000;

interface Place {
  readonly path: string;
  readonly exists: boolean;
}

/**
 * Resolves paths. Each path is resolved once: a command can name one path a thousand times. Every check of a command makes a new
 * instance, so that no answer is older than the check. Every method throws if the system denies the lookup, or if the command
 * would get another answer.
 */
export class Paths {
  private readonly places = new Map<string, Place>();
  private listed = 0;
  private readonly folders = new Map<string, readonly Dirent[] | Error>();

  /** Follows links through the deepest part that exists, including links to missing targets, and appends the missing rest. */
  real(path: string): string {
    return this.place(path, MOST_LINKS).path;
  }

  /** Walks a path as the system does: `..` leads to the parent of a link's target, not to the part before it in the text. */
  follow(folder: string, path: string): string {
    const names = path.split('/');
    if (!names.includes('..')) return this.real(resolve(folder, path));
    let place = path.startsWith('/') ? '/' : folder;
    for (const name of names)
      if (name === '..') place = dirname(place);
      else if (name !== '' && name !== '.') place = this.real(join(place, name));
    return this.real(place);
  }

  exists(path: string): boolean {
    return this.place(path, MOST_LINKS).exists;
  }

  /** Whether a path names a link itself. */
  isLink(folder: string, path: string): boolean {
    const text = path.replace(/\/+$/, '');
    const parent = this.follow(folder, `${dirname(text)}/`);
    return look(join(parent, basename(text)))?.isSymbolicLink() === true;
  }

  isFolder(path: string): boolean {
    return look(path)?.isDirectory() === true;
  }

  isFile(path: string): boolean {
    return look(path)?.isFile() === true;
  }

  /** The entries of a folder; `undefined` for a path that is not a folder. */
  names(folder: string): readonly string[] | undefined {
    const entries = this.entries(folder);
    this.listed += entries?.length ?? 0;
    if (this.listed > MOST_LISTED) throw new Error('more names to compare than one command may ask for');
    return entries?.map((entry) => entry.name);
  }

  /** The targets of the links below a folder. */
  linksBelow(folder: string): readonly string[] {
    const found: string[] = [];
    const waiting = [folder];
    let seen = 0;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      for (const entry of this.entries(next) ?? []) {
        seen += 1;
        if (seen > MOST_SEEN) throw new Error(`${folder} holds more than ${MOST_SEEN} entries`);
        if (entry.isDirectory()) waiting.push(join(next, entry.name));
        if (entry.isSymbolicLink()) found.push(this.real(join(next, entry.name)));
      }
    return found;
  }

  private entries(folder: string): readonly Dirent[] | undefined {
    const known = this.folders.get(folder);
    if (known instanceof Error) throw known;
    if (known !== undefined) return known;
    try {
      const entries = entriesIn(folder);
      if (entries !== undefined) this.folders.set(folder, entries);
      return entries;
    } catch (error) {
      this.folders.set(folder, error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  private place(path: string, linksLeft: number): Place {
    const known = this.places.get(path);
    if (known !== undefined) return known;
    const place = this.look(path, linksLeft);
    this.places.set(path, place);
    return place;
  }

  private look(path: string, linksLeft: number): Place {
    const parent = dirname(path);
    if (parent === path) return { path, exists: true };
    const above = this.place(parent, linksLeft);
    const place = join(above.path, basename(path));
    if (!above.exists) return { path: place, exists: false };
    // These paths mean the process that looks them up, and the command is another process.
    if (/^\/proc\/(?:self|thread-self|\d+)(?:\/|$)/.test(place)) throw new Error(`${path} leads through ${place}`);
    const entry = look(place);
    if (entry === undefined) return { path: place, exists: false };
    if (!entry.isSymbolicLink()) return { path: asKept(place), exists: true };
    if (linksLeft === 0) throw new Error(`${path} leads through more than ${MOST_LINKS} links`);
    return this.place(resolve(above.path, readlinkSync(place)), linksLeft - 1);
  }
}

/** The spelling that the disk keeps, on a disk that accepts several spellings of a name. */
const asKept = (place: string) => (tellsSpellingsApart() ? place : realpathSync.native(place));

function look(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Reads entry by entry, because a folder can hold a million. */
function entriesIn(folder: string): readonly Dirent[] | undefined {
  if (look(folder)?.isDirectory() !== true) return undefined;
  const entries: Dirent[] = [];
  const open = opendirSync(folder, { bufferSize: 256 });
  try {
    for (let entry = open.readSync(); entry !== null; entry = open.readSync()) {
      if (entries.length === MOST_SEEN) throw new Error(`${folder} holds more than ${MOST_SEEN} entries`);
      entries.push(entry);
    }
  } finally {
    open.closeSync();
  }
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Resolves a folder as `cd` does: by the text alone. */
export const resolveIn = (folder: string, path: string) => resolve(folder, path);

/** The path as a program in this folder would reach it, with links resolved, also for a missing file. */
export const realPath = (folder: string, path: string): string => new Paths().follow(folder, path);
