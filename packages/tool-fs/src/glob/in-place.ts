import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FoundFile, linkedTime, timeOf } from './walk.js';

/**
 * Tests whether a found file is still at its path, and no folder on the way has become a link. A walk uses names, so a link that
 * exists for a moment could show it the names of another folder.
 */
export function isInPlace({ path, mtimeMs }: FoundFile, root: string): boolean {
  const whole = join(root, path);
  const parent = dirname(whole);
  try {
    return realpathSync.native(parent) === parent && (timeOf(whole) ?? linkedTime(whole, root)) === mtimeMs;
  } catch {
    return false;
  }
}
