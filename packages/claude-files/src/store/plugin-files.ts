import { type Dirent, existsSync, readdirSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isWithin } from '@loadout/node';

/** All files and links of a plugin, sorted, with the packages that it brings. Git's own files are none of it. */
function entriesIn(folder: string): readonly Dirent[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  const isGit = (entry: Dirent) => relative(folder, pathOf(entry)).split('/').includes('.git');
  return all.filter((entry) => !isGit(entry)).sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1));
}

const pathOf = ({ parentPath, name }: Dirent): string => join(parentPath, name);

export const pluginFiles = (folder: string): readonly string[] =>
  entriesIn(folder)
    .filter((entry) => entry.isFile())
    .map(pathOf);

/** The pipes, sockets and devices in a plugin, which nobody reads. */
export const noFiles = (folder: string): readonly string[] =>
  entriesIn(folder)
    .filter((entry) => !entry.isFile() && !entry.isSymbolicLink())
    .map(pathOf);

/** The links in a plugin that lead out of it. Their targets would be read, or run, as a part of the plugin. */
export function linksOut(folder: string): readonly string[] {
  const real = realpathSync.native(folder);
  const links = entriesIn(folder).filter((entry) => entry.isSymbolicLink());
  return links.map(pathOf).filter((link) => !existsSync(link) || !isWithin(realpathSync.native(link), real));
}
