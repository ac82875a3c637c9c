import { join } from 'node:path';
import {
  FileStore,
  type SessionHeader,
  type SessionJournal,
  type SessionPlace,
  type SessionRecord,
  type SessionStore,
  errors as sessionErrors,
  sessionPlace,
} from '@loadout/runner';
import type { Outbox } from './outbox.js';

/**
 * The one session of a round. Its earlier records come from the engine, and new records go to the engine. Large results and the
 * sessions of subagents are files of the worker's machine.
 */
export class RoundStore implements SessionStore {
  readonly #id: string;
  readonly #dir: string;
  readonly #records: SessionRecord[];
  readonly #outbox: Outbox<SessionRecord>;
  #isOpen = false;

  constructor(parts: {
    readonly id: string;
    readonly dir: string;
    readonly records: readonly SessionRecord[];
    readonly outbox: Outbox<SessionRecord>;
  }) {
    this.#id = parts.id;
    this.#dir = parts.dir;
    this.#records = [...parts.records];
    this.#outbox = parts.outbox;
  }

  place(id: string): SessionPlace {
    return sessionPlace({ dir: this.#dir }, id);
  }

  has({ id }: SessionPlace): boolean {
    return id === this.#id && this.#records.length > 0;
  }

  list() {
    return [];
  }

  begin(place: SessionPlace, header: SessionHeader): SessionJournal {
    const journal = this.#open(place);
    journal.append(header);
    return journal;
  }

  reopen(place: SessionPlace) {
    return { records: this.read(place), journal: this.#open(place) };
  }

  read(place: SessionPlace): readonly SessionRecord[] {
    if (!this.has(place)) throw sessionErrors.SESSION_UNKNOWN({ id: place.id, dir: 'this round of the engine' });
    return [...this.#records];
  }

  under({ artifactDir }: SessionPlace): SessionStore {
    return new FileStore({ dir: join(artifactDir, 'agents'), isOfAgents: true });
  }

  #open({ id }: SessionPlace): SessionJournal {
    if (this.#isOpen) throw sessionErrors.SESSION_BUSY({ id, pid: process.pid });
    this.#isOpen = true;
    return {
      append: (record) => {
        this.#outbox.append(record);
        this.#records.push(record);
      },
      settled: () => this.#outbox.settled(),
      close: () => {
        this.#isOpen = false;
      },
    };
  }
}
