import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FoundFile, linkedTime, timeOf } from './walk.js';

/**
 * Whether what a walk found stands there when its path is followed now, and no folder on the way has become a link. A walk goes by
 * names: a link put into its way for a moment could show it the names of another folder.
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
