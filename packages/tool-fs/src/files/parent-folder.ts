import { mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { hasCode, unlessCode } from '@loadout/node';
import { errors } from '../errors.js';
import { accessError, attempt } from './path.js';
import { type HeldFolder, holdFolder } from './regular-file.js';

/**
 * Holds the folder that a file is written into. Missing folders are made one by one, each in the one above as it is held, so
 * that a link put in between is refused and not followed.
 */
export function holdParent(path: string, options: { readonly createParents: boolean }): HeldFolder {
  const parent = dirname(path);
  try {
    return holdFolder(parent);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw accessError(error, { path: parent, doing: 'open the folder' });
    if (!options.createParents) throw errors.FILE_PARENT_MISSING({ path, parent });
  }
  const above = holdParent(parent, options);
  try {
    return attempt(() => makeFolder(above, basename(parent)), { path: parent, doing: 'create the folder' });
  } finally {
    above.close();
  }
}

function makeFolder(above: HeldFolder, name: string): HeldFolder {
  unlessCode(() => mkdirSync(above.at(name)), 'EEXIST');
  return above.enter(name);
}
