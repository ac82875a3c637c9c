import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute } from 'node:path';

/** A PATH without the folders that a command in the sandbox can write to, and without relative ones. */
export function trustedPath(path: string, writable: readonly string[]): string {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !writable.some((top) => isIn(realPath(folder), realPath(top))))
    .join(delimiter);
}

/** Where this process finds programs. */
export const hostPath = (): string => process.env.PATH ?? '';

let working = 0;
let original: string | undefined;

/**
 * Sandbox-runtime looks programs up with a `which` that it takes from this process's PATH, outside of the sandbox. Under npm
 * that begins with `node_modules/.bin` of the workspace, where a command inside could have put a `which` of its own.
 */
export async function onTrustedPath<T>(writable: readonly string[], work: () => Promise<T>): Promise<T> {
  if (working === 0) original = process.env.PATH;
  working += 1;
  process.env.PATH = trustedPath(hostPath(), writable);
  try {
    return await work();
  } finally {
    working -= 1;
    if (working === 0 && original !== undefined) process.env.PATH = original;
  }
}

const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder.replace(/\/$/, '')}/`);

/** Of what does not exist yet, as it is written. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
