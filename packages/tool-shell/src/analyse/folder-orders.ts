import { join } from 'node:path';
import { openDoor, submoduleDoor } from '../place/doors.js';
import { type OwnPlace, strangeness } from '../place/own-folders.js';
import { type Repository, repositoryOf } from '../place/repository.js';
import type { Part } from './parts.js';
import { isKnown } from './read-word.js';
import type { Paths } from './real-path.js';

/** What the folder of a command means for it. */
export interface FolderFinding {
  /** Why a rule for the program does not hold there. */
  readonly unclear?: string | undefined;
  /** Of git: it does more than to read what its words name. */
  readonly doesMore?: string | undefined;
  readonly repository?: Repository | undefined;
  /** Where it works, links followed. */
  readonly folder: string;
}

export interface FolderPlace extends OwnPlace {
  readonly paths: Paths;
  /** Folders that the same script fills. */
  readonly filled: readonly string[];
}

const MOST_WORDS = 40;

/** Looks at the folder in which a command starts, before it is decided upon. Throws as `Paths` does. */
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
  const submodule = repository !== undefined && orders.git.looks ? submoduleDoor(repository) : undefined;
  return {
    unclear: unclear ?? (submodule && `git looks into submodules with their own configuration, and ${submodule}`),
    doesMore: closed,
    repository,
    folder: entered,
  };
}

function filledHere(folder: string, { filled }: FolderPlace): string | undefined {
  const by = filled.find((one) => folder === one || folder.startsWith(`${one}/`));
  return by && `${by} is filled by the command itself`;
}

/** `pytest evil` works with what lies in evil, wherever it is started. */
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
