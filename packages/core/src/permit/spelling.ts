/**
 * Returns a path as rules write it. A path of Windows tells by itself what it is: `C:\repo` is `/c/repo`, as in Git Bash, and
 * `\\host\share` is `//host/share`. The prefix `\\?\` says nothing about the place.
 */
export function rulePath(path: string): string {
  if (!/^(?:[a-z]:[\\/]|\\\\)/i.test(path)) return path;
  const plain = path.replace(/^\\\\[?.]\\(?:UNC\\)?/i, (prefix) => (prefix.length > 4 ? '\\\\' : ''));
  return plain.replaceAll('\\', '/').replace(/^([a-z]):\//i, (_, drive: string) => `/${drive.toLowerCase()}/`);
}

/**
 * Returns one spelling for all those under which a disk opens the same file: `.ENV`, `.env.`, `.env::$DATA` and `.env` on Windows, and
 * a letter with its accent apart on macOS. Such disks are mounted on Linux too.
 */
export const plainSpelling = (path: string): string =>
  looseCase(rulePath(path))
    .replace(/:[^:/]*:\$[a-z_]+(?=\/|$)/g, '')
    .replace(/(?<=[^/. ])[. ]+(?=\/|$)/g, '');

/** Returns a text without the differences of case, and of accents that are apart. */
export const looseCase = (text: string): string => text.normalize('NFC').toLowerCase();
