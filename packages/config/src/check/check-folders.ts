import { pathFrom } from '../compile/compile-context.js';
import { placeOf } from '../document/flatten.js';
import { errors } from '../errors.js';
import { isFolder } from '../read/path-kind.js';
import type { CheckContext } from './check-context.js';

/**
 * Leaves out each working directory that does not exist, with a warning. The path may be a slip, or exist on other machines only.
 */
export function checkFolders(context: CheckContext): void {
  const { document, flat, cwd, home, report } = context;
  for (const [index, folder] of (document.permissions?.additionalDirectories ?? []).entries()) {
    const path = ['permissions', 'additionalDirectories', index];
    const full = pathFrom(folder, { flat, path, cwd, home });
    if (isFolder(full)) continue;
    report.warn(errors.CONFIG_FOLDER_MISSING({ folder: full }), { path, place: placeOf(flat, path) });
  }
}
