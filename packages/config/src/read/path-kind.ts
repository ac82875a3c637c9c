import { type Stats, statSync } from 'node:fs';

/**
 * The file or folder that a path leads to. Returns nothing if there is none, for any reason: too long a name, a loop of links.
 */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export const isFile = (path: string): boolean => statOf(path)?.isFile() === true;
export const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true;
