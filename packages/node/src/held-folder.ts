import { closeSync, constants, existsSync, fstatSync, openSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { hasCode, isMissing } from './paths.js';
import { hasProc } from './platform/system.js';

/**
 * A folder held open. Operations happen in that very folder, wherever its path leads later. A link in place of an entry is never
 * followed.
 */
export interface HeldFolder {
  /** The real path of the folder. */
  readonly path: string;
  /** Returns the system's path of the entry with this name. */
  at(name: string): string;
  /** Opens an entry. Contract: throws the system's error, or the error of `moved` for a link. */
  open(name: string, how: { readonly flags: number; readonly mode?: number | undefined }): number;
  /** Holds a folder inside this folder. Contract: throws as `open` does. */
  enter(name: string): HeldFolder;
  /** Throws the error of `moved` if the path now leads elsewhere. */
  assertInPlace(): void;
  close(): void;
}

/** The problem of a path that now leads elsewhere. */
export interface Moved {
  readonly path: string;
  readonly problem: string;
  /** The place that the path leads to, if there is one. */
  readonly leads?: string | undefined;
}

export interface HoldOptions {
  /** Makes the error of the package that holds the folder. */
  readonly moved: (found: Moved) => Error;
  /** If true, entries are accessed by path instead of through the descriptor, as on systems without /proc (macOS). */
  readonly byName?: boolean | undefined;
}

type Way = HoldOptions & { readonly byName: boolean };

/** A Linux flag for a descriptor that only names a place, so that a folder without permission to list can be held too. */
const O_PATH = 0x20_0000;
const folderFlags = (byName: boolean) => constants.O_DIRECTORY | constants.O_NONBLOCK | (byName ? 0 : O_PATH);

/**
 * Holds the folder at a real path. Throws the error of `moved` if the path now leads elsewhere because a link was put into it.
 */
export function holdFolder(path: string, { moved, byName = hasNoProc() }: HoldOptions): HeldFolder {
  return checked(held(openSync(path, folderFlags(byName)), { path, moved, byName }));
}

const hasNoProc = () => !hasProc() || !existsSync('/proc/self/fd');

function held(fd: number, { path, ...way }: Way & { readonly path: string }): HeldFolder {
  const { byName } = way;
  const itself = byName ? path : `/proc/self/fd/${fd}`;
  const at = (name: string) => `${itself === '/' ? '' : itself}/${name}`;
  const pathOf = (name: string) => `${path === '/' ? '' : path}/${name}`;
  return {
    path,
    at,
    open(name, how) {
      const opened = openEntry(at(name), { path: pathOf(name), ...how }, way);
      if (byName) closingOnThrow(opened, () => assertSamePlace(pathOf(name), fstatSync(opened), way));
      return opened;
    },
    enter(name) {
      const opened = openEntry(at(name), { path: pathOf(name), flags: folderFlags(byName) }, way);
      return checked(held(opened, { path: pathOf(name), ...way }));
    },
    assertInPlace: () => (byName ? assertSamePlace(path, fstatSync(fd), way) : assertReal(path, readlinkSync(itself), way)),
    close: () => closeSync(fd),
  };
}

function checked(folder: HeldFolder): HeldFolder {
  try {
    folder.assertInPlace();
    return folder;
  } catch (error) {
    folder.close();
    throw error;
  }
}

/** Throws unless this is a real path that leads to exactly this thing. A thing that is opened by name is compared afterwards. */
export function assertSamePlace(path: string, opened: Pick<Stats, 'dev' | 'ino'>, way: HoldOptions): void {
  try {
    assertReal(path, realpathSync.native(path), way);
    const { dev, ino } = statSync(path);
    if (dev !== opened.dev || ino !== opened.ino) throw way.moved({ path, problem: 'another thing took its place' });
  } catch (error) {
    throw isMissing(error) ? way.moved({ path, problem: 'it is gone' }) : error;
  }
}

function assertReal(path: string, real: string, { moved }: HoldOptions): void {
  if (real !== path) throw moved({ path, problem: `it leads to ${real}`, leads: real });
}

function openEntry(
  entry: string,
  { path, flags, mode }: { readonly path: string; readonly flags: number; readonly mode?: number | undefined },
  { moved }: HoldOptions,
): number {
  try {
    return openSync(entry, flags | constants.O_NOFOLLOW, mode);
  } catch (error) {
    // A link in place of a folder counts as no folder.
    const isLink = hasCode(error, flags & constants.O_DIRECTORY ? 'ENOTDIR' : 'ELOOP');
    throw isLink ? moved({ path, problem: 'a link took its place' }) : error;
  }
}

function closingOnThrow(fd: number, check: () => void): void {
  try {
    check();
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
