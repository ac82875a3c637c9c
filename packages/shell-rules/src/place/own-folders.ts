import { dirname } from 'node:path';
import { isWithin } from './is-within.js';
import type { MadeFolders } from './made-folders.js';
import { hasMarker, isLinkedWorktree, looksBare, repositoryAt, repositoryOf } from './repository.js';

export interface OwnPlace {
  /** The working directories, links followed. */
  readonly roots: readonly string[];
  readonly made?: Pick<MadeFolders, 'within'> | undefined;
}

/**
 * The reason why a program in this folder may take orders from files that the user did not trust with the workspace, for people.
 * `undefined` for a folder of the workspace itself. The folder is a real path, links followed.
 */
export function strangeness(folder: string, { roots, made }: OwnPlace): string | undefined {
  const root = rootOf(folder, roots);
  if (root === undefined) return `${folder} is outside of the working directories`;
  const source = made?.within(folder);
  if (source !== undefined) return `${source.path} was filled by this session with ${source.by}`;
  for (let at = folder; at !== root; at = dirname(at)) {
    if (looksBare(at)) return `${at} is laid out as a repository without a working tree`;
    if (!hasMarker(at)) continue;
    return isOwnWorktree(at, root) ? undefined : `${at} is a repository of its own, not the workspace's`;
  }
  return looksBare(root) && !hasMarker(root) ? `${root} is laid out as a repository without a working tree` : undefined;
}

/** The innermost working directory that contains the folder. */
function rootOf(folder: string, roots: readonly string[]): string | undefined {
  return roots.filter((root) => isWithin(folder, root)).sort((a, b) => b.length - a.length)[0];
}

/** A linked worktree shares the configuration and the hooks of the workspace's repository. */
function isOwnWorktree(top: string, root: string): boolean {
  const found = repositoryAt(top);
  return found !== undefined && isLinkedWorktree(found) && repositoryOf(root)?.commonDir === found.commonDir;
}
