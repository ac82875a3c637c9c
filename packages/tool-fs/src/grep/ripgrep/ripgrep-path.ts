import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The program to run: the one that came with this package, else `rg` from the PATH. */
export async function ripgrepPath(env: Readonly<Record<string, string>>): Promise<string | undefined> {
  return (await bundled()) ?? onPath(env.PATH ?? '');
}

async function bundled(): Promise<string | undefined> {
  try {
    const { rgPath } = await import('@vscode/ripgrep');
    return isExecutable(rgPath) ? rgPath : undefined;
  } catch {
    // Its binaries are optional dependencies: there may be none for this platform.
    return undefined;
  }
}

/** Relative entries are left out: they would run a program of the project. */
export function onPath(path: string): string | undefined {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
