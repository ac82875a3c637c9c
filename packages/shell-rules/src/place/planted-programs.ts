import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { trustedPath } from './trusted-path.js';

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

interface ProgramPlace {
  readonly path: string;
  readonly roots: readonly string[];
  /** The folder in which the program starts. */
  readonly cwd: string;
}

/** Returns the path of a program that no call can have put there; the name alone if PATH has none at all. */
export function trustedProgram(name: string, { path, roots, cwd }: ProgramPlace): string {
  const pathIn = (folder: string) => resolve(cwd, folder, name);
  const found = trustedPath(path, roots).split(delimiter).filter(Boolean).map(pathIn).find(isProgram);
  return found ?? (path.split(delimiter).map(pathIn).some(isProgram) ? join('/bin', name) : name);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
