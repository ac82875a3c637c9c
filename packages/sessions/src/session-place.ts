import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type LoadoutError, messageOf } from '@loadout/core';
import { makeFolder, stateDir } from '@loadout/node';
import { errors } from './errors.js';

/**
 * The folder with the sessions of one workspace: `<state>/sessions/<workspace>/<id>.jsonl`, with large results beside it in
 * `<id>/`.
 */
export interface SessionFolder {
  readonly dir: string;
}

export interface SessionPlace {
  readonly id: string;
  readonly file: string;
  readonly artifactDir: string;
}

export function sessionFolder(options: {
  readonly workspace: string;
  readonly dir?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}): SessionFolder {
  const name = `${basename(options.workspace).replace(/[^\w.-]/g, '_')}-${createHash('sha256').update(options.workspace).digest('hex').slice(0, 8)}`;
  return { dir: join(options.dir ?? join(stateDir(options.env), 'sessions'), name) };
}

const ID = /^[\w-]{1,64}$/;

export function sessionPlace(folder: SessionFolder, id: string): SessionPlace {
  if (!ID.test(id)) throw errors.SESSION_ID_INVALID({ id });
  return { id, file: join(folder.dir, `${id}.jsonl`), artifactDir: join(folder.dir, id) };
}

/** Creates a folder that only its owner may read, since a transcript contains everything that the agent read. */
export function makeSessionFolder(dir: string): void {
  try {
    makeFolder(dir);
  } catch (cause) {
    throw errors.SESSION_STORE({ dir, problem: messageOf(cause) }, { cause });
  }
}

export interface SessionEntry extends SessionPlace {
  readonly modified: Date;
  readonly bytes: number;
}

/**
 * Returns the names of the session files in a folder, which is not there before the first session. Other files beside them, such as
 * `a.b.jsonl`, are no sessions. Throws SESSION_STORE.
 */
export function sessionNames(dir: string): readonly string[] {
  try {
    return readdirSync(dir).filter((name) => name.endsWith('.jsonl') && ID.test(name.slice(0, -'.jsonl'.length)));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw errors.SESSION_STORE({ dir, problem: messageOf(cause) }, { cause });
  }
}

/** Returns the error about a session that was not found. Throws SESSION_STORE if the reason is that its folder cannot be read. */
export function unknownSession({ id, dir }: { readonly id: string; readonly dir: string }): LoadoutError {
  sessionNames(dir);
  return errors.SESSION_UNKNOWN({ id, dir });
}
