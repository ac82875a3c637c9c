import { join, resolve } from 'node:path';
import { nestedDoor, openDoor, submoduleDoor } from '../place/doors.js';
import { isWithin } from '../place/is-within.js';
import { type OwnPlace, strangeness } from '../place/own-folders.js';
import { type Repository, repositoryOf } from '../place/repository.js';
import type { GitUse } from './git-words.js';
import type { Part } from './parts.js';
import { isKnown } from './read-word.js';
import type { Paths } from './real-path.js';

/** The effect of a folder on a command that runs in the folder. */
export interface FolderFinding {
  /** The reason why a rule for the program does not apply in the folder. */
  readonly unclear?: string | undefined;
  /** For git: the reason why the call does more than read the files that its words name. */
  readonly doesMore?: string | undefined;
  readonly repository?: Repository | undefined;
  /** The folder in which the command runs, links followed. */
  readonly folder: string;
}

export interface FolderPlace extends OwnPlace {
  readonly paths: Paths;
  /** The folders that the same script fills. */
  readonly filled: readonly string[];
  /** The other git commands of the same script. */
  readonly others: readonly string[];
}

const MOST_WORDS = 40;

/** Checks the folder in which a command starts, before the command is decided. Throws as `Paths` does. */
export function lookAtFolder(part: Part, start: string, place: FolderPlace): FolderFinding {
  const { orders } = part;
  const entered = (orders?.enters ?? []).reduce(
    (at, next) => (next === '' ? at : place.paths.follow(at, next)),
    place.paths.real(start),
  );
  const program = String(part.words[0]);
  const strange =
    strangeness(entered, place) ?? filledHere(entered, place) ?? (orders?.git ? undefined : wordElsewhere(part, entered, place));
  const unclear = strange && `${program} takes orders from files of its folder, and ${strange}`;
  if (orders?.git === undefined) return { unclear, folder: entered };
  const repository = repositoryOf(entered);
  const closed = repository === undefined ? `${entered} is in no repository` : openDoor(repository, place.roots);
  const submodule =
    repository === undefined ? undefined : lookIntoSubmodules(orders.git, { ...place, repository, folder: entered });
  return {
    unclear: unclear ?? (submodule && `git looks into submodules with their own configuration, and ${submodule}`),
    doesMore: closed,
    repository,
    folder: entered,
  };
}

/** Commands that may add another submodule to the index. */
const MAY_LINK =
  /^(?:checkout|switch|merge|pull|reset|read-tree|update-index|submodule|stash|apply|am|rebase|cherry-pick|revert|restore)$/;

/**
 * Git looks into the submodules of the index, and into submodules that this call, or an earlier call of the same script, adds.
 */
function lookIntoSubmodules(
  git: GitUse,
  { repository, folder, filled, others }: FolderPlace & { repository: Repository; folder: string },
) {
  if (!git.looks) return undefined;
  const known = submoduleDoor(repository, filled);
  if (known !== undefined) return known;
  const takes = git.contents === 'untracked' || git.contents === 'ignored';
  if (!takes && !others.some((command) => MAY_LINK.test(command))) return undefined;
  if (filled.some((one) => isWithin(one, repository.top))) return 'the command itself fills a folder that may become one';
  const scope = takes && git.paths !== undefined ? git.paths.map((path) => resolve(folder, path)) : [repository.top];
  return nestedDoor(repository, { scope, ignored: !takes || git.contents === 'ignored' });
}

function filledHere(folder: string, { filled }: FolderPlace): string | undefined {
  const by = filled.find((one) => folder === one || folder.startsWith(`${one}/`));
  return by && `${by} is filled by the command itself`;
}

/** `pytest evil` uses the files of the folder `evil`, wherever the command starts. */
function wordElsewhere({ words }: Part, folder: string, place: FolderPlace): string | undefined {
  for (const word of words.slice(1, MOST_WORDS)) {
    const path = isKnown(word ?? undefined) ? String(word).replace(/^-[^=]*=/, '') : '';
    if (path === '' || path.startsWith('-') || !/^[^\n:]{1,4096}$/.test(path)) continue;
    const real = place.paths.follow(folder, path);
    if (real === folder || !place.paths.exists(real)) continue;
    const inside = place.paths.isFolder(real) ? real : join(real, '..');
    if (!place.roots.some((root) => inside === root || inside.startsWith(`${root}/`))) continue;
    const strange = strangeness(inside, place) ?? filledHere(inside, place);
    if (strange !== undefined) return strange;
  }
  return undefined;
}
