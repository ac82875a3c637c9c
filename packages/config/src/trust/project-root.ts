import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Looked } from './looked.js';

/**
 * The folder that is trusted: the nearest one above the configuration, links followed, that holds an entry `.git`, else that of
 * the configuration. What `.git` says is never read: it could point elsewhere (CVE-2026-40068).
 */
export function projectRoot(configFile: string, looked?: Looked): string {
  const start = realpathSync(dirname(configFile));
  for (let folder = start; ; folder = dirname(folder)) {
    looked?.isFolder(join(folder, '.git'));
    if (lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) !== undefined) return folder;
    if (folder === dirname(folder)) return start;
  }
}
