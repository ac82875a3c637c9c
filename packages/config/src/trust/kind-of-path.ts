import { type Stats, statSync } from 'node:fs';

/** A text that is no path at all, being too long or holding a NUL, names nothing. */
function stat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export const isFile = (path: string): boolean => stat(path)?.isFile() === true;
export const isFolder = (path: string): boolean => stat(path)?.isDirectory() === true;
