import { isLoadoutError, messageOf } from '@loadout/core';
import { FileStore, type SessionEntry, type SessionFolder, type SessionRecord } from '@loadout/sessions';

/** A session, or a session of a subagent, as it is on record. */
export interface ReadSession {
  readonly id: string;
  readonly records: readonly SessionRecord[];
  /** The agents of the sessions above, the nearest first. Empty for a session of its own. */
  readonly above: readonly string[];
}

/** Reads all sessions of a folder, and those of their subagents behind each. A session that cannot be read is its id with the reason. */
export function* eachSession(folder: SessionFolder): Generator<ReadSession | string> {
  yield* inStore(new FileStore(folder), []);
}

function* inStore(store: FileStore, above: readonly string[]): Generator<ReadSession | string> {
  for (const place of store.list()) {
    const records = recordsOf(store, place);
    if (typeof records === 'string') yield `${place.id}: ${records}`;
    else {
      yield { id: place.id, records, above };
      yield* inStore(store.under(place), [...agentOf(records), ...above]);
    }
  }
}

const agentOf = (records: readonly SessionRecord[]): readonly string[] =>
  records.flatMap((record) => (record.t === 'session' ? [record.agent] : [])).slice(0, 1);

function recordsOf(store: FileStore, place: SessionEntry): readonly SessionRecord[] | string {
  try {
    return store.read(place);
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    return messageOf(error);
  }
}
