import { lstatSync, readdirSync, readlinkSync, realpathSync, type StatSyncOptions, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const MOST_LINKS = 40;
const QUIETLY = { throwIfNoEntry: false } as const satisfies StatSyncOptions;

interface Place {
  readonly path: string;
  readonly exists: boolean;
}

/**
 * Where paths lead. Each is looked up once: a command can name one path a thousand times. Made anew for each look at a
 * command, so that nothing older is told than that.
 */
export class Paths {
  private readonly places = new Map<string, Place>();
  private readonly folders = new Map<string, readonly string[] | undefined>();

  /**
   * Links followed through the deepest part that exists, also those that lead to nothing yet, and the missing rest appended.
   * Throws when the system does not let it look; then only a person can allow the call.
   */
  real(path: string): string {
    return this.place(path, MOST_LINKS).path;
  }

  /** A path as the system walks it: `..` leads to the parent of where a link leads, not to what stands before it in the text. */
  follow(folder: string, path: string): string {
    const names = path.split('/');
    if (!names.includes('..')) return this.real(resolve(folder, path));
    let place = path.startsWith('/') ? '/' : folder;
    for (const name of names)
      if (name === '..') place = dirname(place);
      else if (name !== '' && name !== '.') place = this.real(join(place, name));
    return this.real(place);
  }

  /** Whether a path names a link itself. */
  isLink(folder: string, path: string): boolean {
    const text = path.replace(/\/+$/, '');
    const parent = this.follow(folder, `${dirname(text)}/`);
    return linkTarget(join(parent, basename(text))) !== undefined;
  }

  /** What stands in a folder; `undefined` when that cannot be read. */
  names(folder: string): readonly string[] | undefined {
    if (!this.folders.has(folder)) this.folders.set(folder, namesIn(folder));
    return this.folders.get(folder);
  }

  private place(path: string, linksLeft: number): Place {
    const known = this.places.get(path);
    if (known !== undefined) return known;
    const place = exists(path) ? { path: realpathSync.native(path), exists: true } : this.missing(path, linksLeft);
    this.places.set(path, place);
    return place;
  }

  private missing(path: string, linksLeft: number): Place {
    const parent = dirname(path);
    if (parent === path) return { path, exists: false };
    const above = this.place(parent, linksLeft);
    const place = join(above.path, basename(path));
    const target = above.exists ? linkTarget(place) : undefined;
    if (target === undefined) return { path: place, exists: false };
    if (linksLeft === 0) throw new Error(`${path} leads through more than ${MOST_LINKS} links`);
    return this.place(resolve(above.path, target), linksLeft - 1);
  }
}

/** Without the cost of an exception where nothing is there. */
function exists(path: string): boolean {
  try {
    return statSync(path, QUIETLY) !== undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return false;
    throw error;
  }
}

function linkTarget(path: string): string | undefined {
  if (lstatSync(path, QUIETLY)?.isSymbolicLink() !== true) return undefined;
  return readlinkSync(path);
}

function namesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

/** A folder as `cd` goes to it: by the text alone. */
export const resolveIn = (folder: string, path: string) => resolve(folder, path);
