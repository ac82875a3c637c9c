import type { PermissionLayers } from './decided-call.js';
import { isInside } from './path-pattern.js';

/** Folders of the system itself, in lower case: on some disks `/ETC` is `/etc`. */
const SYSTEM = new Set(
  '/ /bin /boot /dev /etc /home /lib /lib32 /lib64 /media /mnt /opt /proc /root /run /sbin /srv /sys /usr /usr/bin /usr/lib /usr/local /usr/sbin /var /tmp /users /applications /library /system /volumes /private /private/etc /private/var'.split(
    ' ',
  ),
);

/**
 * Returns the folder if its removal cannot be undone: a folder of the system, the home folder, a working directory, or a parent
 * of one of these. Source: PERM-17.
 */
export function criticalPath(path: string, layers: Pick<PermissionLayers, 'home' | 'roots' | 'workspace'>): string | undefined {
  return SYSTEM.has(path.toLowerCase()) || holdsAll(path, layers) ? path : undefined;
}

/** Returns whether the path is the home folder, a working directory, or a parent of one of these. */
export function holdsAll(
  path: string,
  { home, roots, workspace }: Pick<PermissionLayers, 'home' | 'roots' | 'workspace'>,
): boolean {
  const lower = path.toLowerCase();
  return [home, workspace, ...roots].some((kept) => kept !== '' && isInside(kept.toLowerCase(), lower));
}
