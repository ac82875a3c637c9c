import { dirname } from 'node:path';
import type { StoredSession } from '@loadout/core/commands';
import { errors, FileStore, type ReplayedSession, replaySession, type SessionEntry, type SessionFolder } from '@loadout/sessions';
import { resolveSession } from './resolve-session.js';

export interface FoundSession {
  readonly id: string;
  readonly file: string;
  readonly session: ReplayedSession;
}

/** Finds a session by its id, its name, or the beginning of its id. Throws SESSION_UNKNOWN, SESSION_AMBIGUOUS, SESSION_STORE. */
export function placeOfSession(given: string, { sessions }: { readonly sessions: SessionFolder }): SessionEntry {
  const place = resolveSession(given, sessions);
  if (place === undefined) throw errors.SESSION_UNKNOWN({ id: given, dir: sessions.dir });
  return place;
}

/** Finds and reads a session. Throws SESSION_DAMAGED too. */
export function findSession(given: string, where: { readonly sessions: SessionFolder }): FoundSession {
  const { id, file } = placeOfSession(given, where);
  return { id, file, session: replaySession(file) };
}

/** Finds a session for the command of a package that imports no runner. */
export function storedSession(given: string, where: { readonly sessions: SessionFolder }): StoredSession {
  const place = placeOfSession(given, where);
  const { header, prompts } = replaySession(place.file);
  return { header, prompts, modified: place.modified, hold: () => holdSession(place) };
}

/** Takes the lock of a session, as the run that continues it does. */
function holdSession(place: SessionEntry): { release(): void } {
  const { journal } = new FileStore({ dir: dirname(place.file) }).reopen(place);
  return { release: () => journal.close() };
}
