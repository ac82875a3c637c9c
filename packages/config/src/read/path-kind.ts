import { statSync } from 'node:fs';

/** The kind of what a path leads to: none for any reason, such as too long a name, a NUL, or a loop of links. */
export function kindOf(path: string): 'file' | 'folder' | 'other' | 'absent' {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return 'absent';
    return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
  } catch {
    return 'absent';
  }
}

export const isFile = (path: string): boolean => kindOf(path) === 'file';
export const isFolder = (path: string): boolean => kindOf(path) === 'folder';
