import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { trustedPath } from '../sandbox/trusted-path.js';

/**
 * Tells of a name whether the system finds a program of that name first in a folder of PATH that lies in a working directory, or is
 * relative. Under npm, PATH begins with `node_modules/.bin` of the workspace, into which a call may have put any program.
 */
export function plantedPrograms(path: string, roots: readonly string[]): (name: string) => boolean {
  const folders = path.split(delimiter);
  const trusted = new Set(trustedPath(path, roots).split(delimiter));
  if (folders.every((folder) => trusted.has(folder))) return () => false;
  return (name) => {
    if (name === '' || name.includes('/')) return false;
    const first = folders.find((folder) => !isAbsolute(folder) || isProgram(join(folder, name)));
    return first !== undefined && !trusted.has(first);
  };
}

/** Returns the path of a program that no call can have put there, or a path where there is none. */
export function trustedProgram(
  name: string,
  { path, roots }: { readonly path: string; readonly roots: readonly string[] },
): string {
  const folders = trustedPath(path, roots).split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? join(folders[0] || '/bin', name);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
