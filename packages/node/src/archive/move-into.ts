import { existsSync } from 'node:fs';
import { renameFile } from '../platform/file-names.js';

/** Moves a whole folder to its place. Another process may have put the same files there meanwhile, which is as good. */
export function moveInto(folder: string, place: string): void {
  try {
    renameFile(folder, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
  }
}
