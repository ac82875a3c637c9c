import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** All files below a folder, sorted, without its installed packages and git's own files. */
export function folderFiles(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === '.git') return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? folderFiles(path) : [path];
  });
}
