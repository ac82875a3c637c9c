import { delimiter, isAbsolute, join } from 'node:path';
import { isProgram, isWithin, realOrWritten } from '@loadout/node';

/** Where programs are looked for. */
export interface ProgramPlaces {
  readonly env: Readonly<Record<string, string>>;
  readonly roots: readonly string[];
  readonly projectServers: boolean;
}

/**
 * Folders of the PATH outside the workspace. `npx` and `npm run` put its node_modules/.bin first, which contains code of the
 * repository. With `projectServers`, these folders are included.
 */
export function programFolders({ env, roots, projectServers }: ProgramPlaces): readonly string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter(isAbsolute);
  if (projectServers) return [...roots.map((root) => join(root, 'node_modules', '.bin')), ...folders];
  return folders.filter((folder) => !isInside(realOrWritten(folder), roots));
}

/** The path of a program, or `undefined`. A link out of a trusted folder into the workspace does not count. */
export function findProgram(command: string, places: ProgramPlaces): string | undefined {
  // An absolute path comes from the configuration, and trust has decided about that.
  if (isAbsolute(command)) return isProgram(command) ? command : undefined;
  return programFolders(places)
    .map((folder) => join(folder, command))
    .find((path) => isProgram(path) && (places.projectServers || !isInside(realOrWritten(path), places.roots)));
}

/** Tests whether the workspace itself contains a program that is not used. */
export function isInProject(command: string, { roots }: ProgramPlaces): boolean {
  return roots.some((root) => isProgram(join(root, 'node_modules', '.bin', command)));
}

export const isInside = (path: string, roots: readonly string[]) => roots.some((root) => isWithin(path, root));
