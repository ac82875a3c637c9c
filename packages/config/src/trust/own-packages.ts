import { realpathSync } from 'node:fs';
import { findPackage, isLocal } from '../packages/find-package.js';
import { ownFolder } from '../packages/own-folder.js';
import { splitUse } from '../packages/split-use.js';

/**
 * Whether `use` is one of Loadout's own packages, and what a configuration in `configDir` would load for it is the one that
 * came with the Loadout that runs. A folder `node_modules` can be part of what was cloned, so the name alone says nothing.
 */
export function isOwnPackage(use: string, configDir: string): boolean {
  const { name } = splitUse(use);
  if (isLocal(use) || !/^@loadout\/[a-z0-9-]+$/.test(name)) return false;
  const here = findPackage(name, configDir)?.packageDir;
  const own = findPackage(name, ownFolder())?.packageDir;
  if (here === undefined) return true;
  return own !== undefined && realpathSync(here) === realpathSync(own);
}
