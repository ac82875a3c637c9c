import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isFile } from '../read/path-kind.js';
import { folderFiles } from '../trust/folder-files.js';

/**
 * Returns the integrity of a package: the value from npm's lock file, which npm verified, else a SHA-512 over its files. A
 * package of Loadout always gets the latter, which is equal for each copy of the command.
 */
export function packageIntegrity(
  packageDir: string,
  { isOwn = false }: { readonly isOwn?: boolean } = {},
): { readonly integrity: string; readonly files: readonly string[] } {
  const lock = isOwn ? undefined : npmLockOf(packageDir);
  const locked = lock === undefined ? undefined : lockedIntegrity(lock, packageDir);
  if (lock !== undefined && locked !== undefined) return { integrity: locked, files: [lock, join(packageDir, 'package.json')] };
  const files = folderFiles(packageDir).filter(isFile);
  const hash = createHash('sha512');
  for (const file of files)
    hash.update(`${relative(packageDir, file)}\0`).update(createHash('sha512').update(readFileSync(file)).digest());
  return { integrity: `sha512-${hash.digest('base64')}`, files };
}

/** The lock file beside the outermost `node_modules` that contains the package. */
function npmLockOf(packageDir: string): string | undefined {
  const [project] = packageDir.split(`${sep}node_modules${sep}`);
  const file = join(project ?? dirname(packageDir), 'package-lock.json');
  return packageDir.includes(`${sep}node_modules${sep}`) && existsSync(file) ? file : undefined;
}

function lockedIntegrity(lock: string, packageDir: string): string | undefined {
  try {
    const { packages = {} } = JSON.parse(readFileSync(lock, 'utf8')) as { packages?: Record<string, { integrity?: string }> };
    return packages[relative(dirname(lock), packageDir).split(sep).join('/')]?.integrity;
  } catch {
    return undefined;
  }
}
