import type { SessionHeader, SessionJournal, SessionPlace, SessionRecord, SessionStore } from '@loadout/sessions';

interface Entry {
  /** The ids of the sessions from the first agent to the agent of the record. */
  readonly path: string;
  readonly record: SessionRecord;
}

/** The records of a session and of all sessions under it, in the order in which they were written. */
export class Tape {
  readonly entries: Entry[];

  constructor(entries: readonly Entry[] = []) {
    this.entries = [...entries];
  }

  /** Returns the tape of a process that was killed after this number of records. */
  upTo(count: number): Tape {
    return new Tape(this.entries.slice(0, count));
  }

  of(path: string): readonly SessionRecord[] {
    return this.entries.filter((entry) => entry.path === path).map(({ record }) => record);
  }

  /** Returns the ids of the sessions directly under a session, the newest first. */
  idsUnder(parent: string): readonly string[] {
    const paths = new Set(this.entries.map(({ path }) => path));
    return [...paths]
      .reverse()
      .filter((path) => path.startsWith(parent) && !path.slice(parent.length).includes('/'))
      .map((path) => path.slice(parent.length));
  }

  store(parent = '', dir = '/nonexistent'): SessionStore {
    const pathOf = ({ id }: SessionPlace) => `${parent}${id}`;
    const journal = (place: SessionPlace): SessionJournal => ({
      append: (record) => {
        this.entries.push({ path: pathOf(place), record: JSON.parse(JSON.stringify(record)) as SessionRecord });
      },
      close: () => {},
    });
    const place = (id: string): SessionPlace => ({ id, file: `${dir}/${id}.jsonl`, artifactDir: `${dir}/${id}` });
    return {
      place,
      has: (one) => this.of(pathOf(one)).length > 0,
      list: () => this.idsUnder(parent).map((id) => ({ ...place(id), modified: new Date(0), bytes: 1 })),
      begin: (one, header: SessionHeader) => {
        const opened = journal(one);
        opened.append(header);
        return opened;
      },
      reopen: (one) => ({ records: this.of(pathOf(one)), journal: journal(one) }),
      read: (one) => this.of(pathOf(one)),
      under: (one) => this.store(`${pathOf(one)}/`, one.artifactDir),
    };
  }
}
