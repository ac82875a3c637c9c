import { findPackage, isLocal } from '../packages/find-package.js';
import { ownFolder } from '../packages/own-folder.js';
import { splitUse } from '../packages/split-use.js';

/**
 * Whether `use` is a package that came with the Loadout that runs. Such a package is loaded from there, and never from the
 * `node_modules` of a project, which can be part of what was cloned. So the answer is the same wherever it is asked.
 */
export function isOwnPackage(use: string): boolean {
  const { name } = splitUse(use);
  return !isLocal(use) && /^@loadout\/[a-z0-9-]+$/.test(name) && findPackage(name, ownFolder()) !== undefined;
}
