import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from '../errors.js';
import type { MemoryOptions } from '../options.js';
import { FileStore, makeStateDir } from './file-store.js';

/** Where a run works, as far as notes belong to it. */
export interface MemoryPlace {
  /** The working folder of the session. */
  readonly workspace: string;
  /** The folder of the session's own files. */
  readonly artifactDir: string;
  /** The name of the agent. */
  readonly agent: string;
}

interface Opening extends MemoryPlace {
  readonly options: MemoryOptions;
  readonly stateDir: string;
}

/** Opens the notes of a scope. Throws MEMORY_FOLDER. */
export function openStore({ options, stateDir, ...place }: Opening): FileStore {
  const { maxNoteBytes, maxBytes } = options;
  const open = (base: string, folder: string) => new FileStore({ base, folder, stateDir, maxNoteBytes, maxBytes });
  const inState = (folder: string) => {
    makeStateDir(stateDir);
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
      makeStateDir(place.artifactDir);
      return open(realpathSync.native(place.artifactDir), 'memories');
  }
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
