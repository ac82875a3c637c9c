import { join } from 'node:path';
import {
  type SessionEntry,
  type SessionHeader,
  type SessionJournal,
  type SessionPlace,
  type SessionRecord,
  type SessionStore,
  errors as sessionErrors,
  sessionPlace,
} from '@loadout/sessions';
import { OWN, pathUnder, type RoundSessions } from '../record/round-sessions.js';

interface Parts {
  readonly sessions: RoundSessions;
  /** The folder of large results, which are files of the worker's machine. */
  readonly dir: string;
  /** Returns the path of a session; `undefined` for a session that is not of this store. */
  readonly pathOf: (id: string) => string | undefined;
  /** Returns the ids of the sessions of the store. */
  readonly ids: () => readonly string[];
}

/** The one session of a round, and under it those of its subagents. The engine has the records of all of them. */
export class RoundStore implements SessionStore {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns the store of a round, whose one session has this id. */
  static of(id: string, { sessions, dir }: Pick<Parts, 'sessions' | 'dir'>): RoundStore {
    return new RoundStore({ sessions, dir, pathOf: (one) => (one === id ? OWN : undefined), ids: () => [] });
  }

  place(id: string): SessionPlace {
    return sessionPlace({ dir: this.#parts.dir }, id);
  }

  has({ id }: SessionPlace): boolean {
    return this.#records(id).length > 0;
  }

  list(): readonly SessionEntry[] {
    return this.#parts
      .ids()
      .map((id) => ({ id, records: this.#records(id) }))
      .map(({ id, records }) => ({
        ...this.place(id),
        modified: new Date(records.at(-1)?.at ?? 0),
        bytes: JSON.stringify(records).length,
      }))
      .sort((a, b) => b.modified.getTime() - a.modified.getTime());
  }

  begin(place: SessionPlace, header: SessionHeader): SessionJournal {
    const journal = this.#open(place);
    if (this.has(place)) {
      journal.close();
      throw sessionErrors.SESSION_TAKEN({ id: place.id });
    }
    journal.append(header);
    return journal;
  }

  reopen(place: SessionPlace) {
    return { records: this.read(place), journal: this.#open(place) };
  }

  read({ id }: SessionPlace): readonly SessionRecord[] {
    const records = this.#records(id);
    if (records.length === 0) throw this.#unknown(id);
    return records;
  }

  under({ id, artifactDir }: SessionPlace): SessionStore {
    const parent = this.#parts.pathOf(id);
    if (parent === undefined) throw this.#unknown(id);
    const { sessions } = this.#parts;
    return new RoundStore({
      sessions,
      dir: join(artifactDir, 'agents'),
      pathOf: (one) => pathUnder(parent, one),
      ids: () => sessions.idsUnder(parent),
    });
  }

  #open({ id }: SessionPlace): SessionJournal {
    const path = this.#parts.pathOf(id);
    if (path === undefined) throw this.#unknown(id);
    return this.#parts.sessions.open(path, id);
  }

  #records(id: string): readonly SessionRecord[] {
    const path = this.#parts.pathOf(id);
    return path === undefined ? [] : this.#parts.sessions.read(path);
  }

  #unknown(id: string) {
    return sessionErrors.SESSION_UNKNOWN({ id, dir: 'this round of the engine' });
  }
}
