import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Looked } from './looked.js';

/**
 * Returns the folder to trust: the nearest folder above the configuration, links followed, that contains an entry `.git`, else
 * the configuration's folder. The content of `.git` is never read, because it could point elsewhere (CVE-2026-40068).
 */
export function projectRoot(configFile: string, looked?: Looked): string {
  const start = realpathSync(dirname(configFile));
  for (let folder = start; ; folder = dirname(folder)) {
    looked?.isFolder(join(folder, '.git'));
    if (lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) !== undefined) return folder;
    if (folder === dirname(folder)) return start;
  }
}
