import type { SessionJournal, SessionStore } from '@loadout/runner';

/** Returns a store that calls `before` ahead of each record that is written, also in the sessions of subagents. */
export function killingStore(store: SessionStore, before: () => void): SessionStore {
  return {
    place: (id) => store.place(id),
    has: (place) => store.has(place),
    list: () => store.list(),
    read: (place) => store.read(place),
    begin: (place, header) => killingJournal(store.begin(place, header), before),
    reopen: (place) => {
      const { journal, ...rest } = store.reopen(place);
      return { ...rest, journal: killingJournal(journal, before) };
    },
    under: (place) => killingStore(store.under(place), before),
  };
}

const killingJournal = (journal: SessionJournal, before: () => void): SessionJournal => ({
  append(record) {
    before();
    journal.append(record);
  },
  show: (call) => journal.show?.(call),
  sync: async () => journal.sync?.(),
  close: () => journal.close(),
});
