import { lstatSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TrustVerdict } from './verdict.js';

/**
 * Why a folder cannot be trusted from now on, whatever comes to stand in it: somebody else can write there. `undefined`: only
 * this user can.
 */
export function openToOthers({ root, config }: Pick<TrustVerdict, 'root' | 'config'>): string | undefined {
  const file = join(root, config);
  for (const path of new Set([root, dirname(file), file])) {
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
  if ((mode & 0o002) !== 0) return 'can be written by every user';
  return (mode & 0o020) !== 0 && gid !== group ? 'can be written by a group' : undefined;
}

/** The folder itself: another one that comes to stand at its path is another folder. */
export function folderIdentity(root: string): string {
  const { ino, birthtimeMs } = lstatSync(root);
  return `${ino} ${Math.trunc(birthtimeMs)}`;
}
