import { closeSync, constants, existsSync, fstatSync, openSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { errors } from '../errors.js';
import { hasCode, isMissing } from './errno.js';

/**
 * A folder held open. What is done through it happens in that very folder, whatever its path leads to by now. A link in
 * place of an entry is never followed.
 */
export interface HeldFolder {
  /** Its real path. */
  readonly path: string;
  /** The entry of that name, for the system. */
  at(name: string): string;
  /** Opens an entry. Contract: throws the system's error, and FILE_PATH_MOVED for a link. */
  open(name: string, how: { readonly flags: number; readonly mode?: number | undefined }): number;
  /** A folder in it. Contract: throws as `open` does. */
  enter(name: string): HeldFolder;
  /** Throws FILE_PATH_MOVED when its path leads elsewhere by now. */
  assertInPlace(): void;
  close(): void;
}

/** How entries are named for the system: through the descriptor, or by their path where the system has no /proc (macOS). */
interface Way {
  readonly byName: boolean;
}

/** Linux: a descriptor that only names a place, so that a folder which may not be listed can be held too. */
const O_PATH = 0x20_0000;
const folderFlags = ({ byName }: Way) => constants.O_DIRECTORY | constants.O_NONBLOCK | (byName ? 0 : O_PATH);

/** Holds the folder at a real path. Throws FILE_PATH_MOVED when the path leads elsewhere by now: a link was put into it. */
export function holdFolder(path: string, way: Way = usualWay()): HeldFolder {
  return checked(held(openSync(path, folderFlags(way)), { path, ...way }));
}

const usualWay = (): Way => ({ byName: process.platform !== 'linux' || !existsSync('/proc/self/fd') });

function held(fd: number, { path, byName }: Way & { readonly path: string }): HeldFolder {
  const itself = byName ? path : `/proc/self/fd/${fd}`;
  const at = (name: string) => `${itself === '/' ? '' : itself}/${name}`;
  const pathOf = (name: string) => `${path === '/' ? '' : path}/${name}`;
  return {
    path,
    at,
    open(name, how) {
      const opened = openEntry(at(name), { path: pathOf(name), ...how });
      if (byName) closingOnThrow(opened, () => assertSamePlace(pathOf(name), fstatSync(opened)));
      return opened;
    },
    enter(name) {
      const opened = openEntry(at(name), { path: pathOf(name), flags: folderFlags({ byName }) });
      return checked(held(opened, { path: pathOf(name), byName }));
    },
    assertInPlace: () => (byName ? assertSamePlace(path, fstatSync(fd)) : assertReal(path, readlinkSync(itself))),
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

/** Throws unless this is a real path and leads to just this thing. What is opened by name is compared with it afterwards. */
export function assertSamePlace(path: string, opened: Pick<Stats, 'dev' | 'ino'>): void {
  try {
    assertReal(path, realpathSync.native(path));
    const { dev, ino } = statSync(path);
    if (dev !== opened.dev || ino !== opened.ino) throw errors.FILE_PATH_MOVED({ path, problem: 'another thing took its place' });
  } catch (error) {
    throw isMissing(error) ? errors.FILE_PATH_MOVED({ path, problem: 'it is gone' }) : error;
  }
}

function assertReal(path: string, real: string): void {
  if (real !== path) throw errors.FILE_PATH_MOVED({ path, problem: `it leads to ${real}` });
}

function openEntry(
  entry: string,
  { path, flags, mode }: { readonly path: string; readonly flags: number; readonly mode?: number | undefined },
): number {
  try {
    return openSync(entry, flags | constants.O_NOFOLLOW, mode);
  } catch (error) {
    // A link in place of a folder counts as no folder.
    const isLink = hasCode(error, flags & constants.O_DIRECTORY ? 'ENOTDIR' : 'ELOOP');
    throw isLink ? errors.FILE_PATH_MOVED({ path, problem: 'a link took its place' }) : error;
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
