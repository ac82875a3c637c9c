import { join } from 'node:path';
import { absoluteFolder } from '@loadout/core/run';

/**
 * Returns the folder of this user's caches; `undefined` if the environment names none. A relative one is none: it would be in the folder
 * of a repository, which could bring a plan that counts as trusted.
 */
export function cacheHome(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const home = absoluteFolder(env.HOME);
  return absoluteFolder(env.XDG_CACHE_HOME) ?? (home === undefined ? undefined : join(home, '.cache'));
}
