import { lstatSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderOf } from '../document/folder-of.js';
import type { TrustVerdict } from './verdict.js';

/**
 * Returns why a folder cannot be trusted with any future content: another user can write to it. `undefined` if only this user
 * can.
 */
export function openToOthers({ root, config }: Pick<TrustVerdict, 'root' | 'config'>): string | undefined {
  const file = join(root, config);
  for (const path of new Set([root, folderOf(file), dirname(file), file])) {
    const stat = statSync(path, { throwIfNoEntry: false });
    const problem = stat === undefined ? undefined : writer(stat);
    if (problem !== undefined) return `${path} ${problem}`;
  }
  return undefined;
}

function writer({ uid, gid, mode }: Stats): string | undefined {
  const [user, group] = [process.getuid?.(), process.getgid?.()];
  if (user === undefined) return undefined;
  if (uid !== user && uid !== 0) return 'belongs to another user';
  if ((mode & 0o002) !== 0) return 'is writable by every user';
  return (mode & 0o020) !== 0 && gid !== group ? 'is writable by a group' : undefined;
}

/** Identifies the folder itself. A different folder that later appears at the same path has a different identity. */
export function folderIdentity(root: string): string {
  const { ino, birthtimeMs } = lstatSync(root);
  return `${ino} ${Math.trunc(birthtimeMs)}`;
}
