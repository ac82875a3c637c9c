import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { actingLine } from './git-config.js';
import { GITLINK, trackedFiles } from './git-index.js';
import { isWithin } from './own-folders.js';
import { isLinkedWorktree, type Repository, repositoryAt } from './repository.js';

const MOST_NESTED = 20;

/**
 * Why a command of git that only reads may do more in this repository: its configuration may name a program or another
 * place. `undefined` when nothing in it does. What the person's own configuration names is the person's.
 */
export function openDoor(repository: Repository, roots: readonly string[]): string | undefined {
  const { top, gitDir, commonDir } = repository;
  if (!roots.some((root) => isWithin(top, root))) return `the repository ${top} reaches beyond the working directories`;
  if (gitDir !== join(top, '.git') && !isLinkedWorktree(repository)) return `${join(top, '.git')} leads to ${gitDir}`;
  if (existsSync(join(commonDir, 'objects', 'info', 'alternates'))) return `${commonDir} takes objects from another repository`;
  return configDoor(repository);
}

function configDoor({ gitDir, commonDir }: Repository, but: readonly string[] = []): string | undefined {
  const found = [join(commonDir, 'config'), join(gitDir, 'config.worktree')]
    .map((file) => ({ file, line: actingLine(file, { but }) }))
    .find(({ line }) => line !== undefined);
  return found && `${found.file} sets ${found.line}`;
}

/**
 * Why looking at the working tree runs more than this repository's own configuration: git looks into each submodule with
 * the configuration of that one.
 */
export function submoduleDoor({ top, gitDir }: Repository, left = MOST_NESTED): string | undefined {
  const links = trackedFiles(gitDir)?.filter(({ mode }) => mode === GITLINK);
  if (links === undefined) return `the index of ${top} cannot be read`;
  for (const { path } of links) {
    const folder = join(top, path);
    if (lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) === undefined) continue;
    const inner = repositoryAt(folder);
    if (inner === undefined || left === 0) return `the submodule ${path} cannot be looked at`;
    const own = inner.gitDir.startsWith(`${gitDir}/modules/`) ? ['core.worktree'] : [];
    const door = configDoor(inner, own) ?? submoduleDoor(inner, left - 1);
    if (door !== undefined) return door.startsWith('the submodule') ? door : `in the submodule ${path}, ${door}`;
  }
  return undefined;
}
