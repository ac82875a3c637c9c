import { join } from 'node:path';
import { errors } from './errors.js';
import type { SessionHeader, SessionRecord } from './records.js';
import { type SessionEntry, type SessionPlace, sessionPlace } from './session-place.js';
import type { SessionJournal, SessionStore } from './session-store.js';

interface Kept {
  readonly place: SessionPlace;
  readonly records: SessionRecord[];
  modified: Date;
  isOpen: boolean;
}

/** Sessions that end with this process. Results that are too long for the conversation are still files, under `dir`. */
export class MemoryStore implements SessionStore {
  readonly #dir: string;
  readonly #kept = new Map<string, Kept>();
  readonly #under = new Map<string, MemoryStore>();

  constructor({ dir }: { readonly dir: string }) {
    this.#dir = dir;
  }

  /** Returns the place of a session. Its file does not exist, so a hook that looks for the file finds nothing. */
  place(id: string): SessionPlace {
    return sessionPlace({ dir: this.#dir }, id);
  }

  has({ id }: SessionPlace): boolean {
    return this.#kept.has(id);
  }

  list(): readonly SessionEntry[] {
    return [...this.#kept.values()]
      .map(({ place, modified, records }) => ({ ...place, modified, bytes: JSON.stringify(records).length }))
      .sort((a, b) => b.modified.getTime() - a.modified.getTime());
  }

  begin(place: SessionPlace, header: SessionHeader): SessionJournal {
    const kept: Kept = { place, records: [header], modified: new Date(), isOpen: true };
    const before = this.#kept.get(place.id);
    if (before?.isOpen === true) throw errors.SESSION_BUSY({ id: place.id, pid: process.pid });
    if (before !== undefined) throw errors.SESSION_TAKEN({ id: place.id });
    this.#kept.set(place.id, kept);
    return journalOf(kept);
  }

  reopen(place: SessionPlace): { records: readonly SessionRecord[]; journal: SessionJournal } {
    const kept = this.#find(place);
    if (kept.isOpen) throw errors.SESSION_BUSY({ id: place.id, pid: process.pid });
    kept.isOpen = true;
    return { records: [...kept.records], journal: journalOf(kept) };
  }

  read(place: SessionPlace): readonly SessionRecord[] {
    return [...this.#find(place).records];
  }

  under({ id, artifactDir }: SessionPlace): SessionStore {
    const store = this.#under.get(id) ?? new MemoryStore({ dir: join(artifactDir, 'agents') });
    this.#under.set(id, store);
    return store;
  }

  #find({ id }: SessionPlace): Kept {
    const kept = this.#kept.get(id);
    if (kept === undefined) throw errors.SESSION_UNKNOWN({ id, dir: 'the memory of this process' });
    return kept;
  }
}

function journalOf(kept: Kept): SessionJournal {
  return {
    append: (record) => {
      // A copy, as a file would hold it, so that later changes have no effect.
      kept.records.push(JSON.parse(JSON.stringify(record)) as SessionRecord);
      kept.modified = new Date();
    },
    close: () => {
      kept.isOpen = false;
    },
  };
}
