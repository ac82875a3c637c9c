import { type Stats, statSync } from 'node:fs';

/** The state of a path. A text that cannot be a path, because it is too long or contains a NUL, has no state. */
function stat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export const isFile = (path: string): boolean => stat(path)?.isFile() === true;
export const isFolder = (path: string): boolean => stat(path)?.isDirectory() === true;
