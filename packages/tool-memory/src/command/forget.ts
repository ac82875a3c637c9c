import { defineCommand } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { shownPath } from '../store/memory-path.js';
import { everyNote, noteFlags, notesArgument, openNotes, typedPath } from './note-project.js';

const definition = {
  name: 'memory forget',
  group: 'look',
  summary: 'Remove notes, or folders with all their notes.',
  positionals: [notesArgument],
  flags: [...noteFlags],
  examples: ['build.md', 'team'],
} as const;

export default defineCommand(definition, async ({ positionals, flags }, host) => {
  const { store } = await openNotes(flags, host);
  for (const given of positionals) {
    const path = typedPath(given);
    if (!(await store.remove(path)))
      throw errors.MEMORY_NOT_FOUND({ path: given, paths: (await everyNote(store)).map((note) => note.path) });
    host.tell(`Removed ${shownPath(path)}.\n`);
  }
  return 0;
});
