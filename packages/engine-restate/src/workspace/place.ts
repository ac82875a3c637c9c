import { lstatSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '@loadout/core';
import {
  createWhole,
  hasEnded,
  jsonIn,
  killTree,
  makeFolder,
  ownMark,
  type ProcessMark,
  regularFile,
  removeLeft,
} from '@loadout/node';
import { sessionPlace } from '@loadout/sessions';
import { errors } from '../errors.js';

/** The folders of one run on this machine. */
export interface Place {
  /** The working directory of the agent. It is the same on every worker, because records and files name it. */
  readonly folder: string;
  /** The repository with the files of the steps. */
  readonly store: string;
  /** Files that are there for a moment. */
  readonly scratch: string;
  /** Removes the folders, and lets other workers of this machine have the run. */
  close(): Promise<void>;
}

export interface Placing {
  /** The folder of all workspaces. */
  readonly base: string;
  readonly session: string;
  readonly remote: string;
  /** The mark of child processes of this worker. */
  readonly tag: string;
}

interface Owner {
  readonly mark: ProcessMark;
  readonly tag: string;
}

/** Returns the working directory of a run. Throws ENGINE_WORKSPACE_PLACE, SESSION_ID_INVALID. */
export const folderOf = ({ remote, ...placing }: Placing): string => join(topOf(placing), nameOf(remote));

/** Returns the folder of a run. The key of a session is whatever somebody submitted, and the folder is emptied. */
function topOf({ base, session }: Pick<Placing, 'base' | 'session'>): string {
  const { id } = sessionPlace({ dir: base }, session);
  return join(ownFolder(base), id);
}

/** The last part of the address, as `git clone` has it. */
const nameOf = (remote: string): string => {
  const last =
    remote
      .replace(/\/+$/, '')
      .split(/[/:]/)
      .at(-1)
      ?.replace(/\.git$/, '')
      .replace(/[^\w.-]/g, '_') ?? '';
  return /^[\w-]/.test(last) ? last : 'files';
};

/**
 * Takes the folders of a run, empty. What an earlier worker of this machine left is removed, after its child processes have ended.
 * Throws ENGINE_WORKSPACE_BUSY, ENGINE_WORKSPACE_PLACE, SESSION_ID_INVALID.
 */
export async function takePlace(placing: Placing): Promise<Place> {
  const { session, tag } = placing;
  const top = topOf(placing);
  const owner = `${top}.owner`;
  await own(owner, { session, top, tag });
  const clear = () => rm(top, { recursive: true, force: true, maxRetries: 3 });
  const close = async () => {
    await clear();
    rmSync(owner, { force: true });
  };
  try {
    await clear();
    const place = { folder: folderOf(placing), store: join(top, '.store'), scratch: join(top, '.scratch') };
    for (const dir of [top, ...Object.values(place)]) mkdirSync(dir, { mode: 0o700 });
    return { ...place, close };
  } catch (error) {
    rmSync(owner, { force: true });
    throw errors.ENGINE_WORKSPACE_PLACE({ folder: top, problem: messageOf(error) }, { cause: error });
  }
}

/** Returns the folder of all workspaces, links resolved. A folder of another user could be exchanged under the agent. */
function ownFolder(base: string): string {
  let problem: string | undefined;
  try {
    makeFolder(base);
    const stat = lstatSync(base);
    if (!stat.isDirectory()) problem = 'it is not a folder';
    else if (process.getuid !== undefined && stat.uid !== process.getuid()) problem = 'it belongs to another user';
    else if ((stat.mode & 0o022) !== 0) problem = 'other users may write to it';
    else return realpathSync.native(base);
  } catch (error) {
    problem = messageOf(error);
  }
  throw errors.ENGINE_WORKSPACE_PLACE({ folder: base, problem });
}

/** Writes the owner down. An owner that has ended may have left child processes, which must not write into the new files. */
async function own(
  file: string,
  { session, top, tag }: { readonly session: string; readonly top: string; readonly tag: string },
) {
  const busy = () => errors.ENGINE_WORKSPACE_BUSY({ session, folder: top });
  if (create(file, { mark: ownMark(), tag })) return;
  const before = readOwner(file);
  if (before !== undefined && hasEnded(before.mark) !== true) throw busy();
  if (before !== undefined) await killTree({ tag: before.tag });
  removeLeft(file, (content) => ownerIn(content)?.tag === before?.tag);
  if (!create(file, { mark: ownMark(), tag })) throw busy();
}

/** The file appears as a whole: a worker that reads it at this moment finds the owner, or no file. */
function create(file: string, owner: Owner): boolean {
  try {
    return createWhole(file, JSON.stringify(owner));
  } catch (error) {
    throw errors.ENGINE_WORKSPACE_PLACE({ folder: file, problem: messageOf(error) }, { cause: error });
  }
}

/** `undefined`: the file is gone, or none of ours. */
function readOwner(file: string): Owner | undefined {
  try {
    return ownerIn(regularFile(file).toString());
  } catch {
    return undefined;
  }
}

function ownerIn(content: string): Owner | undefined {
  const { mark, tag } = Object(jsonIn(content)) as Partial<Owner>;
  return typeof mark?.pid === 'number' && typeof tag === 'string' && tag !== '' ? { mark, tag } : undefined;
}
