import { defineCommand, jsonFlag } from '@loadout/core/commands';
import { MOST_ENTRIES } from '../store/file-store.js';
import { everyNote, noteFlags, openNotes, originText } from './note-project.js';

const definition = {
  name: 'memory list',
  group: 'look',
  summary: 'List the notes that agents keep, with who wrote each and when.',
  positionals: [],
  flags: [...noteFlags, jsonFlag],
  details: ['A note that waits came from a repository or another program. No agent sees it before you accept it.'],
  examples: ['--json'],
} as const;

export default defineCommand(definition, async ({ flags }, host) => {
  const { store } = await openNotes(flags, host);
  const notes = await everyNote(store);
  const cut = (await store.list()).length >= MOST_ENTRIES;
  if (flags.json) host.json({ folder: store.folder, cut, notes: notes.map(({ text: _, ...note }) => note) });
  else if (notes.length === 0) host.out(`There are no notes in ${store.folder}.\n`);
  else
    host.table(
      notes.map(({ path, bytes, title, record }) => [path, `${bytes} B`, originText(record), title]),
      { widths: [60, 12, 60, 60], right: [1] },
    );
  if (cut && !flags.json)
    host.out(
      `${store.folder} holds more than this: the first ${MOST_ENTRIES} files and folders are listed, and every note that an agent or a person wrote.\n`,
    );
  return 0;
});
