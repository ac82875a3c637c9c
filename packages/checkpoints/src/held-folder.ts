import { mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type HeldFolder, holdFolder as hold, isMissing } from '@loadout/node';
import { errors } from './errors.js';

/** Holds the folder at a real path. Throws the system's error if it is missing, and PATH_MOVED if a link was put into the path. */
export const holdFolder = (path: string): HeldFolder =>
  hold(path, { moved: ({ leads = 'another folder' }) => errors.PATH_MOVED({ path, leads }) });

/** Creates missing folders one by one, each inside its held parent. */
export function holdOrMake(path: string): HeldFolder {
  try {
    return holdFolder(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const above = holdOrMake(dirname(path));
  try {
    mkdirSync(above.at(basename(path)));
  } finally {
    above.close();
  }
  return holdFolder(path);
}
