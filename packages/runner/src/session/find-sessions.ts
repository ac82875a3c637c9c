import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errors } from '../report/errors.js';
import { FileStore } from './file-store.js';
import { latestSession } from './open-session.js';
import { listSessions, type SessionEntry, type SessionFolder } from './session-store.js';

/**
 * Finds a session by its id, by its name, by the unique beginning of its id, or the newest with `latest`: in this folder first, else
 * in those of other workspaces beside it. `undefined`: there is none. Throws SESSION_AMBIGUOUS, SESSION_STORE (GAP-B8).
 */
export function resolveSession(given: string, folder: SessionFolder): SessionEntry | undefined {
  if (given === 'latest') return latestSession(new FileStore(folder));
  return chosen(given, listSessions(folder)) ?? chosen(given, foldersBeside(folder).flatMap(listSessions));
}

function chosen(given: string, entries: readonly SessionEntry[]): SessionEntry | undefined {
  const byId = entries.filter(({ id }) => id === given);
  if (byId.length > 0 || given === '') return onlyOne(given, byId);
  const byName = entries.filter(({ file }) => sessionName(file) === given);
  return onlyOne(given, byName.length > 0 ? byName : entries.filter(({ id }) => id.startsWith(given)));
}

function onlyOne(given: string, found: readonly SessionEntry[]): SessionEntry | undefined {
  if (found.length > 1) throw errors.SESSION_AMBIGUOUS({ given, ids: found.map(({ id }) => id) });
  return found[0];
}

/** The folders with the sessions of other workspaces. */
function foldersBeside({ dir }: SessionFolder): readonly SessionFolder[] {
  const above = dirname(dir);
  try {
    const names = readdirSync(above, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return names.map(({ name }) => ({ dir: join(above, name) })).filter((one) => one.dir !== dir);
  } catch {
    return [];
  }
}

const NAME = '\n{"t":"name",';

/**
 * Reads the name of a session, which its last line about a name has. The file is not parsed: a search looks into all sessions. Text
 * inside a record has its quotes escaped, so only such a line begins in this way.
 */
export function sessionName(file: string): string | undefined {
  const text = readFileSync(file, 'latin1');
  const start = text.lastIndexOf(NAME);
  if (start === -1) return undefined;
  try {
    const { name } = JSON.parse(Buffer.from(text.slice(start + 1, text.indexOf('\n', start + 1)), 'latin1').toString()) as {
      name?: unknown;
    };
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}
