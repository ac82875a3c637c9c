import { existsSync, renameSync } from 'node:fs';

/** Moves a whole folder to its place. Another process may have put the same files there meanwhile, which is as good. */
export function moveInto(folder: string, place: string): void {
  try {
    renameSync(folder, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
  }
}
