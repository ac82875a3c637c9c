import type { SessionEntry, SessionPlace } from './session-place.js';
import type { SessionStore } from './session-store.js';

/** Returns the newest session with a prompt. A process may have been killed before its session had one. */
export const latestSession = (store: Pick<SessionStore, 'list' | 'read'>): SessionEntry | undefined =>
  store.list().find((entry) => entry.bytes > MOST_OF_EMPTY || !isEmpty(store, entry));

const MOST_OF_EMPTY = 64 * 1024;

/** Returns whether a session has no prompt. A damaged session is not empty, so that its damage is reported when it is opened. */
function isEmpty(store: Pick<SessionStore, 'read'>, place: SessionPlace): boolean {
  try {
    return !store.read(place).some(({ t }) => t === 'message' || t === 'asked' || t === 'compact');
  } catch {
    return false;
  }
}
