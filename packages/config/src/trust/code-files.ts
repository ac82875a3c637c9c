import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WatchedPaths } from './watched-paths.js';

/** All files below a folder of code, sorted, except installed packages and git's own files. A linked folder is included once. */
export const codeFiles = (folder: string, watched: WatchedPaths): readonly string[] =>
  filesBelow(folder, { watched, skips: ['node_modules', '.git'], seen: new Set() });

/** All files below a folder of somebody else, with the packages that it brings. */
export const allFiles = (folder: string, watched: WatchedPaths): readonly string[] =>
  filesBelow(folder, { watched, skips: ['.git'], seen: new Set() });

interface Walk {
  readonly watched: WatchedPaths;
  readonly skips: readonly string[];
  readonly seen: Set<string>;
}

function filesBelow(folder: string, walk: Walk): readonly string[] {
  const { watched, skips, seen } = walk;
  const real = watched.real(folder);
  if (seen.has(real)) return [];
  seen.add(real);
  return watched.list(folder).flatMap((entry) => {
    if (skips.includes(entry.name)) return [];
    const path = join(folder, entry.name);
    if (watched.isFolder(path)) return filesBelow(path, walk);
    return watched.isFile(path) ? [path] : [];
  });
}

/** All files below a folder, sorted, without its installed packages and git's own files. */
export function folderFiles(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === '.git') return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? folderFiles(path) : [path];
  });
}
