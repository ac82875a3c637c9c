import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';

/** Returns a check of whether a configuration, a file or the folder of a program without one, is in a folder or below it. */
export function configsIn(folder: string): (config: string) => boolean {
  const root = realPath(folder);
  const known = new Map<string, boolean>();
  return (config) => {
    const isIn = known.get(config) ?? isInside(realPath(config), root);
    known.set(config, isIn);
    return isIn;
  };
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The path without links. A file that is gone has the path that it was known by. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
