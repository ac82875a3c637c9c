import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FileStore, latestSession, listSessions, type SessionEntry, type SessionFolder } from '@loadout/sessions';
import { errors } from '../errors.js';

/**
 * Finds a session by its id, by its name, by the unique beginning of its id, or the newest with `latest`: in this folder first, else
 * in those of other workspaces beside it. `undefined`: there is none. Throws SESSION_AMBIGUOUS, SESSION_STORE (GAP-B8).
 */
export function resolveSession(given: string, folder: SessionFolder): SessionEntry | undefined {
  if (given === 'latest') return latestSession(new FileStore(folder));
  return (
    chosen(given, listSessions(folder)) ??
    chosen(
      given,
      otherFolders(folder).flatMap((one) => attempt(() => listSessions(one)) ?? []),
    )
  );
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

/** The end of the name of a folder with the sessions of one workspace. */
const OF_WORKSPACE = /-[0-9a-f]{8}$/;

/** The folders with the sessions of other workspaces. */
function otherFolders({ dir }: SessionFolder): readonly SessionFolder[] {
  if (!OF_WORKSPACE.test(dir)) return [];
  const above = dirname(dir);
  const names = attempt(() => readdirSync(above, { withFileTypes: true })) ?? [];
  return names
    .filter((entry) => entry.isDirectory() && OF_WORKSPACE.test(entry.name))
    .map(({ name }) => ({ dir: join(above, name) }))
    .filter((one) => one.dir !== dir);
}

/** The line break before a record of a name, and its beginning. Text inside a record has its quotes escaped, so no other line has it. */
const NAME = '\n{"t":"name",';

/** Reads the name of a session, which its last record of a name has. The file is not parsed, since a search looks into all sessions. */
function sessionName(file: string): string | undefined {
  return attempt(() => {
    const bytes = readFileSync(file);
    const start = bytes.lastIndexOf(NAME);
    const { name } = JSON.parse(bytes.toString('utf8', start + 1, bytes.indexOf(10, start + 1))) as { readonly name?: unknown };
    return start !== -1 && typeof name === 'string' ? name : undefined;
  });
}

/** A folder or a file that cannot be read has no session that could be meant. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
