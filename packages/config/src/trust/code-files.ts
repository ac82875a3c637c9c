import { join } from 'node:path';
import type { WatchedPaths } from './watched-paths.js';

/** All files below a folder of code, sorted, except installed packages and git's own files. A linked folder is included once. */
export function codeFiles(folder: string, looked: WatchedPaths, seen: Set<string> = new Set()): readonly string[] {
  const real = looked.real(folder);
  if (seen.has(real)) return [];
  seen.add(real);
  return looked.list(folder).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === '.git') return [];
    const path = join(folder, entry.name);
    if (looked.isFolder(path)) return codeFiles(path, looked, seen);
    return looked.isFile(path) ? [path] : [];
  });
}
