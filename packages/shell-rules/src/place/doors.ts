import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { actingLine } from './git-config.js';
import { GITLINK, trackedFiles } from './git-index.js';
import { IgnoreRules } from './ignore-rules.js';
import { isWithin } from './is-within.js';
import { hasMarker, isLinkedWorktree, type Repository, repositoryAt } from './repository.js';

const MOST_NESTED = 20;
const MOST_FOLDERS = 10_000;

/**
 * The reason why a git command that only reads may do more in this repository: its configuration may name a program or another
 * place. `undefined` if the configuration names none. The user's own configuration is not checked.
 */
export function openDoor(repository: Repository, roots: readonly string[]): string | undefined {
  const { top, gitDir } = repository;
  if (!roots.some((root) => isWithin(top, root))) return `the repository ${top} reaches beyond the working directories`;
  if (gitDir !== join(top, '.git') && !isLinkedWorktree(repository)) return `${join(top, '.git')} leads to ${gitDir}`;
  return partElsewhere(repository) ?? configDoor(repository);
}

/** Lists of objects that git takes from other places. */
const ALTERNATES = ['objects/info/alternates', 'objects/info/http-alternates'];
/** The parts from which git reads the commits and files of a repository. */
const PARTS = ['HEAD', 'index', 'objects', 'objects/pack', 'objects/info', 'refs', 'packed-refs', 'logs', 'shallow', 'reftable'];

/** The reason why git shows another repository: a part of this one is a link, or names objects elsewhere. */
function partElsewhere(repository: Repository): string | undefined {
  const { gitDir, commonDir } = repository;
  if (commonDir !== gitDir && !isLinkedWorktree(repository)) return `${join(gitDir, 'commondir')} leads to ${commonDir}`;
  for (const folder of new Set([gitDir, commonDir])) {
    if (ALTERNATES.some((name) => existsSync(join(folder, name)))) return `${folder} takes objects from another repository`;
    const link = [...PARTS, ...linksBelow(folder)].find((name) => isLink(join(folder, name)));
    if (link !== undefined) return `${join(folder, link)} is a link`;
  }
  return undefined;
}

/** The folders of loose objects and of refs, each of which may be a link too. */
const linksBelow = (folder: string): readonly string[] =>
  ['objects', 'refs', 'refs/heads', 'refs/remotes', 'refs/tags', 'objects/pack'].flatMap((parent) => {
    const path = join(folder, parent);
    if (!existsSync(path)) return [];
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => `${parent}/${name}`);
  });

const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

function configDoor({ gitDir, commonDir }: Repository, but: readonly string[] = []): string | undefined {
  const found = [join(commonDir, 'config'), join(gitDir, 'config.worktree')]
    .map((file) => ({ file, line: actingLine(file, { but }) }))
    .find(({ line }) => line !== undefined);
  return found && `${found.file} sets ${found.line}`;
}

/**
 * The reason why a look at the working tree runs more than this repository's own configuration: git looks into each submodule
 * with the configuration of that submodule.
 */
export function submoduleDoor(
  { top, gitDir }: Repository,
  filled: readonly string[] = [],
  left = MOST_NESTED,
): string | undefined {
  const links = trackedFiles(gitDir)?.filter(({ mode }) => mode === GITLINK);
  if (links === undefined) return `the index of ${top} cannot be read`;
  for (const { path } of links) {
    const folder = join(top, path);
    if (filled.some((one) => isWithin(one, folder) || isWithin(folder, one)))
      return `the submodule ${path} is filled by the command itself`;
    if (lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) === undefined) continue;
    const door = innerDoor(folder, { gitDir, left });
    if (door !== undefined) return door.startsWith('the submodule') ? door : `in the submodule ${path}, ${door}`;
  }
  return undefined;
}

function innerDoor(folder: string, { gitDir, left }: { gitDir: string; left: number }): string | undefined {
  const inner = repositoryAt(folder);
  if (inner === undefined || left === 0) return `${folder} cannot be looked at`;
  const own = inner.gitDir.startsWith(`${gitDir}/modules/`) ? ['core.worktree'] : [];
  return partElsewhere(inner) ?? configDoor(inner, own) ?? submoduleDoor(inner, [], left - 1);
}

/**
 * The reason why a nested repository that is not a submodule yet may run more once it is added as one. `ignored`: also checks
 * repositories in folders that git ignores.
 */
export function nestedDoor(
  { top, gitDir, commonDir }: Repository,
  { scope, ignored }: { scope: readonly string[]; ignored: boolean },
) {
  const rules = new IgnoreRules(top, join(commonDir, 'info', 'exclude'));
  const waiting = [...scope];
  let seen = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    if (path !== top && !ignored && rules.ignores(path, true)) continue;
    if (++seen > MOST_FOLDERS) return `${top} holds more than ${MOST_FOLDERS} folders`;
    const door = path !== top && hasMarker(path) ? innerDoor(path, { gitDir, left: MOST_NESTED }) : undefined;
    if (door !== undefined) return `in the repository ${path}, ${door}`;
    if (path !== top && hasMarker(path)) continue;
    for (const entry of readdirSync(path, { withFileTypes: true }))
      if (entry.isDirectory() && entry.name !== '.git') waiting.push(join(path, entry.name));
  }
  return undefined;
}
