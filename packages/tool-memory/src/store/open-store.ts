import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { makeFolder } from '@loadout/node';
import { errors } from '../errors.js';
import type { MemoryOptions } from '../options.js';
import { FileStore } from './file-store.js';

/** Where a run works, as far as notes belong to it. */
export interface MemoryPlace {
  /** The working folder of the session. */
  readonly workspace: string;
  /** The folder of the session's own files. */
  readonly artifactDir: string;
  /** The id of the session. */
  readonly session: string;
  /** The name of the agent. */
  readonly agent: string;
}

interface Opening extends MemoryPlace {
  readonly options: MemoryOptions;
  readonly stateDir: string;
}

/** Opens the notes of a scope. Throws MEMORY_FOLDER, MEMORY_SHARED. */
export function openStore({ options, stateDir: own, ...place }: Opening): FileStore {
  const { maxNoteBytes, maxBytes, shared } = options;
  const stateDir = shared === undefined ? own : sharedState(shared, place);
  const open = (base: string, folder: string) => new FileStore({ base, folder, stateDir, maxNoteBytes, maxBytes });
  const inState = (folder: string) => {
    makeFolder(stateDir);
    return open(realpathSync.native(stateDir), folder);
  };
  switch (options.scope) {
    case 'project':
      return open(realpathSync.native(place.workspace), checked(options.folder));
    case 'user':
      return inState('user');
    case 'agent':
      return inState(join('agents', `${fileName(place.workspace)}`, fileName(place.agent)));
    case 'session':
      if (shared !== undefined) return inState(join('sessions', fileName(place.session)));
      makeFolder(place.artifactDir);
      return open(realpathSync.native(place.artifactDir), 'memories');
  }
}

/** A repository that had this folder would bring records, and so say of its own notes that a person answered for them. */
function sharedState(folder: string, { workspace }: MemoryPlace): string {
  if (!isAbsolute(folder)) throw errors.MEMORY_SHARED({ folder, problem: 'is not absolute' });
  makeFolder(folder);
  const real = realpathSync.native(folder);
  const way = relative(realpathSync.native(workspace), real);
  const isOutside = way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
  if (!isOutside) throw errors.MEMORY_SHARED({ folder, problem: `is in the working folder ${workspace}` });
  return real;
}

/** A folder as one name. `%` keeps two names apart that differ in other characters alone. */
const fileName = (text: string): string =>
  text.replace(/[^\w-]/g, (character) => `%${Buffer.from(character).toString('hex')}`).slice(-200);

function checked(folder: string): string {
  const problem = folder.startsWith('/')
    ? 'is absolute'
    : folder.split('/').includes('..')
      ? 'holds ".."'
      : /^\.(?:git|loadout|claude)(?:\/|$)/i.test(folder)
        ? 'belongs to another program'
        : undefined;
  if (problem !== undefined) throw errors.MEMORY_FOLDER({ folder, problem });
  return folder;
}
