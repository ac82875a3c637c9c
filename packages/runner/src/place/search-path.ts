import { delimiter, isAbsolute, join, relative, sep } from 'node:path';

/**
 * The folders of a PATH that hold programs of the machine, and those that a repository can fill. `npx` and `npm run` put
 * `node_modules/.bin` of the project first, where a clone may bring its own `git` or `ls`.
 */
export function searchPath(path: string, workspace: string): { readonly machine: string; readonly whole: string } {
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  const machine = folders.filter((folder) => !isOfProject(folder, workspace)).join(delimiter);
  const project = folders.filter((folder) => isOfProject(folder, workspace));
  return { machine, whole: [...(machine === '' ? [] : [machine]), ...project].join(delimiter) };
}

function isOfProject(folder: string, workspace: string): boolean {
  if (!isAbsolute(folder) || join(folder, sep).endsWith(join(sep, 'node_modules', '.bin', sep))) return true;
  const way = relative(workspace, folder);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
