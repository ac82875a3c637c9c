import { errors } from './errors.js';

/**
 * Imports an optional package of Loadout that is installed with this command; `undefined` if it is not. A package of that name in the
 * folder of a project is code of the project and is not looked for.
 */
export async function ownPackage<T>(use: string, load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, use)) throw error;
    return undefined;
  }
}

/** Imports a package that a command needs. Throws PACKAGE_MISSING. */
export async function neededPackage<T>(
  use: string,
  { needs, load }: { readonly needs: string; readonly load: () => Promise<T> },
): Promise<T> {
  const found = await ownPackage(use, load);
  if (found === undefined) throw errors.PACKAGE_MISSING({ use, needs });
  return found;
}

const isMissing = (error: unknown, use: string): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes(`'${use}'`);
