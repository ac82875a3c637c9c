import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Returns the folder, or the next one above it that exists. */
export const nearestFolder = (folder: string): string => (existsSync(folder) ? folder : nearestFolder(dirname(folder)));

/** Returns a text that differs if another folder is at the path, of which a watcher of the earlier folder sees nothing. */
export const folderPlace = (folder: string): string => `${statSync(folder, { throwIfNoEntry: false })?.ino} ${folder}`;
