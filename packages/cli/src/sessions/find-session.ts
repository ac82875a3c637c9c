import { errors, listSessions, type ReplayedSession, replaySession, type SessionFolder } from '@loadout/runner';

export interface FoundSession {
  readonly id: string;
  readonly file: string;
  readonly session: ReplayedSession;
}

/** Reads a session of this folder by its id, or the newest with `latest`. Throws SESSION_UNKNOWN, SESSION_STORE, SESSION_DAMAGED. */
export function findSession(given: string, { sessions }: { readonly sessions: SessionFolder }): FoundSession {
  const entries = listSessions(sessions);
  const place = given === 'latest' ? entries[0] : entries.find(({ id }) => id === given);
  if (place === undefined) throw errors.SESSION_UNKNOWN({ id: given, dir: sessions.dir });
  return { id: place.id, file: place.file, session: replaySession(place.file) };
}
