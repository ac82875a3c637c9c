import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { folderOf } from '../document/folder-of.js';
import type { TrustVerdict } from './verdict.js';
import type { WatchedPaths } from './watched-paths.js';

/**
 * Returns the folder to trust: the nearest folder above the configuration, links followed, that contains an entry `.git`, else
 * the folder of its project. The content of `.git` is never read, because it could point elsewhere (CVE-2026-40068).
 */
export function projectRoot(configFile: string, watched?: WatchedPaths): string {
  watched?.isFolder(join(dirname(configFile), '.git'));
  const start = realpathSync.native(folderOf(configFile));
  for (let folder = start; ; folder = dirname(folder)) {
    watched?.isFolder(join(folder, '.git'));
    if (lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) !== undefined) return folder;
    if (folder === dirname(folder)) return start;
  }
}

/** The folder to trust, and the configuration in it. A document has a place in a folder, but no file. */
export function subjectOf(configFile: string, watched?: WatchedPaths): Pick<TrustVerdict, 'root' | 'config'> {
  const root = projectRoot(configFile, watched);
  const real = existsSync(configFile)
    ? realpathSync.native(configFile)
    : join(realpathSync.native(dirname(configFile)), basename(configFile));
  return { root, config: relative(root, real) };
}
