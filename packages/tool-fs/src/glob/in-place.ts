import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { type FoundFile, linkedTime, timeOf } from './walk.js';

/**
 * Tests whether a found file is still at its path, and no folder on the way has become a link. A walk uses names, so a link that
 * exists for a moment could show it the names of another folder.
 */
export function isInPlace({ path, mtimeMs }: FoundFile, root: string): boolean {
  const parent = dirname(path);
  try {
    return realpathSync.native(parent) === parent && (timeOf(path) ?? linkedTime(path, root)) === mtimeMs;
  } catch {
    return false;
  }
}
