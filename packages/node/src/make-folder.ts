import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from './paths.js';

/**
 * Makes a folder, and those above it that are missing, for this user alone unless a mode is given. Throws the system's error. A recursive
 * `mkdir` of Node 20 never returns below /proc, where the system says of each new folder that its parent is missing.
 */
export function makeFolder(folder: string, mode = 0o700): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (hasCode(error, 'EEXIST') && existsSync(`${folder}/.`)) return;
    const parent = dirname(folder);
    if (!hasCode(error, 'ENOENT') || parent === folder || existsSync(parent)) throw error;
    makeFolder(parent, mode);
    makeFolder(folder, mode);
  }
}
