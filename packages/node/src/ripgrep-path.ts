import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, isAbsolute, join } from 'node:path';
import { programFile, systemPackage } from './platform/system.js';

const NAME = programFile('rg');

/** The program to run: the one of `@vscode/ripgrep` if it is installed here, else `rg` from the PATH. */
export const ripgrepPath = (env: Readonly<Record<string, string>>): string | undefined =>
  bundled() ?? ripgrepOnPath(env.PATH ?? '');

/**
 * The binary of `@vscode/ripgrep`, looked up at each search. An import of that package would fail for good once it failed, as it does
 * where no file can be opened.
 */
function bundled(): string | undefined {
  try {
    const installed = createRequire(import.meta.url).resolve('@vscode/ripgrep');
    const path = createRequire(installed).resolve(`${systemPackage('@vscode/ripgrep')}/bin/${NAME}`);
    return isExecutable(path) ? path : undefined;
  } catch {
    // Its binaries are optional dependencies: there may be none for this platform.
    return undefined;
  }
}

/** Relative entries are left out: they would run a program of the project. */
export function ripgrepOnPath(path: string): string | undefined {
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, NAME))
    .find(isExecutable);
}

/** Whether this process may run a file, or enter a folder. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether a path is a file that this process may run. */
export const isProgram = (path: string): boolean =>
  isExecutable(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
