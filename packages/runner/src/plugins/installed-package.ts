import type { Position } from '@loadout/core';
import { errors } from '../report/errors.js';
import { resolveInstalled } from './resolve-plugin.js';

/**
 * Loads a package of Loadout that is installed beside this one. `undefined` if there is none: what a project has in its
 * `node_modules` may be part of a cloned repository, and nothing asks before these packages are loaded (decision 0015).
 */
export async function installedPackage<T>(use: string): Promise<T | undefined> {
  const url = resolveInstalled(use);
  return url === undefined ? undefined : ((await import(url)) as T);
}

/** Loads the package that a key or a command needs. Throws PACKAGE_NOT_INSTALLED with the line that installs it. */
export async function neededPackage<T>(
  use: string,
  { needs, position }: { readonly needs: string; readonly position?: Position | undefined },
): Promise<T> {
  const loaded = await installedPackage<T>(use);
  if (loaded === undefined) throw errors.PACKAGE_NOT_INSTALLED({ use, needs }, { position });
  return loaded;
}
