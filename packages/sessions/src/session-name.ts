import { dirname } from 'node:path';
import { errors } from './errors.js';
import { FileStore } from './file-store.js';
import type { RecordBody } from './records.js';
import type { SessionPlace } from './session-place.js';

const MOST_CHARS = 100;

/** Returns the record of a name. Throws SESSION_NAME_INVALID. */
export function nameRecord(name: string): RecordBody {
  const trimmed = name.trim();
  const isFit = trimmed !== '' && trimmed !== 'latest' && trimmed.length <= MOST_CHARS && !/\p{Cc}/u.test(trimmed);
  if (!isFit) throw errors.SESSION_NAME_INVALID({ name, most: MOST_CHARS });
  return { t: 'name', name: trimmed };
}

/** Gives a session a name, under its lock. Throws SESSION_NAME_INVALID, SESSION_BUSY, SESSION_DAMAGED. */
export function nameSession(place: SessionPlace, name: string): void {
  const record = nameRecord(name);
  const { journal } = new FileStore({ dir: dirname(place.file) }).reopen(place);
  try {
    journal.append({ ...record, at: Date.now() });
  } finally {
    journal.close();
  }
}
