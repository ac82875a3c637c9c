import { findInstalled, findPackage, isLocal, splitUse } from './find-package.js';
import { ownFolder } from './own-folder.js';

/**
 * Whether `use` is a package installed with the running Loadout. Such a package is loaded from there, and never from the
 * `node_modules` of a project, which can be part of a cloned repository. So the answer does not depend on the folder.
 */
export function isOwnPackage(use: string): boolean {
  const { name } = splitUse(use);
  return !isLocal(use) && /^@loadout\/[a-z0-9-]+$/.test(name) && findPackage(name, ownFolder()) !== undefined;
}

/** Finds the package of a plugin, and the folder from which it is found. */
export const installedAt = (use: string, configDir: string) => findInstalled(use, { project: [configDir], own: [ownFolder()] });

/**
 * Loads a module of a package of Loadout; `undefined` if it is not installed with this one. The project's own `node_modules` may be part of a
 * cloned repository and is not looked at (decision 0015). By name, so that neither the types nor the build of this package need the other.
 */
export const loadOwn = async <T>(use: string, module = use): Promise<T | undefined> =>
  isOwnPackage(use) ? ((await import(/* @vite-ignore */ module)) as T) : undefined;
