import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { folderFiles, isFile, isFolder } from '@loadout/config/documents';
import type { CompatContext } from '../foreign/compat-context.js';
import { isReadable } from '../foreign/read-foreign.js';

/** A file with a text for agents. */
export interface Source {
  readonly file: string;
  /** The folder that the `paths` of a rule begin at. Absent: the file is no rule. */
  readonly rulesOf?: string | undefined;
}

/** Returns the files of these names in the folders from the repository's folder down to the configuration, the nearest last. */
export const sourcesDown = (context: CompatContext, names: readonly string[]): readonly Source[] =>
  foldersDown(context.root, context.folder).flatMap((folder) => sourcesIn(folder, names, context));

/** Returns the files of these names in a folder. */
export const sourcesIn = (folder: string, names: readonly string[], context: CompatContext): readonly Source[] =>
  names.flatMap((name): readonly Source[] => {
    const path = join(folder, name);
    if (!name.endsWith('/')) return isFile(path) ? [{ file: path }] : [];
    if (!isFolder(path) || !isReadable(path, context)) return [];
    const rules = folderFiles(path).filter((file) => file.endsWith('.md') && isFile(file));
    return rules.map((file) => ({ file, rulesOf: folder }));
  });

/** Returns the folders from the repository's folder down to `folder`; a folder outside of the repository is alone. */
function foldersDown(root: string, folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; at !== root && at !== dirname(at); at = dirname(at)) folders.unshift(dirname(at));
  return folders[0] === root ? folders : [folder];
}

/** Returns the folders down to `folder`, as far as they belong to the project. */
export function projectFoldersDown(root: string, folder: string): readonly string[] {
  const folders = foldersDown(root, folder);
  if (folders[0] !== root) return [];
  const other = folders.findIndex((one) => one !== root && isOtherProject(one));
  return other === -1 ? folders : folders.slice(0, other);
}

/** Whether a folder belongs to another project: installed packages, or a worktree, a submodule or a clone with a `.git` of its own. */
export const isOtherProject = (folder: string): boolean =>
  ['node_modules', '.git'].includes(basename(folder)) || existsSync(join(folder, '.git'));
