import { existsSync } from 'node:fs';
import { listSessions, type ReplayedSession, replaySession, type SessionFolder, sessionPlace, unknownSession } from '@loadout/runner';

export interface FoundSession {
  readonly id: string;
  readonly file: string;
  readonly session: ReplayedSession;
}

/** Reads a session of this folder by its id, or the newest with `latest`. Throws SESSION_UNKNOWN, SESSION_STORE, SESSION_DAMAGED. */
export function findSession(given: string, { sessions }: { readonly sessions: SessionFolder }): FoundSession {
  const place =
    given === 'latest' ? listSessions(sessions)[0] : /^[\w-]{1,64}$/.test(given) ? sessionPlace(sessions, given) : undefined;
  if (place === undefined || !existsSync(place.file)) throw unknownSession({ id: given, dir: sessions.dir });
  return { id: place.id, file: place.file, session: replaySession(place.file) };
}
