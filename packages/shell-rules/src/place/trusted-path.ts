import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute } from 'node:path';

/** The PATH without folders that a command in the sandbox can write to, and without relative folders. */
export function trustedPath(path: string, writable: readonly string[]): string {
  const tops = writable.map(realPath);
  const isTrusted = (folder: string) =>
    isAbsolute(folder) && ![folder, keptPath(folder)].some((one) => [...tops, ...writable].some((top) => isIn(one, top)));
  return path.split(delimiter).filter(isTrusted).join(delimiter);
}

const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder.replace(/\/$/, '')}/`);

/** Real paths of folders of PATH. Only a change outside of the working directories could make one of them another. */
const kept = new Map<string, string>();

function keptPath(folder: string): string {
  const path = kept.get(folder) ?? realPath(folder);
  kept.set(folder, path);
  return path;
}

/** The real path; for a missing path, the path as it is written. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
