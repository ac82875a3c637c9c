import type { SessionJournal, SessionStore } from '@loadout/sessions';

/** A store that keeps what `store` keeps, and whose journals are those that `made` returns. */
export function withJournals(store: SessionStore, made: (journal: SessionJournal) => Partial<SessionJournal>): SessionStore {
  const changed = (journal: SessionJournal): SessionJournal => ({
    append: (record) => journal.append(record),
    close: () => journal.close(),
    ...made(journal),
  });
  return {
    place: (id) => store.place(id),
    has: (place) => store.has(place),
    list: () => store.list(),
    read: (place) => store.read(place),
    under: (place) => store.under(place),
    begin: (...args) => changed(store.begin(...args)),
    reopen: (place) => {
      const { journal, ...rest } = store.reopen(place);
      return { ...rest, journal: changed(journal) };
    },
  };
}
