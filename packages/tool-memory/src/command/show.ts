import { defineCommand, jsonFlag } from '@loadout/core/commands';
import { shownPath } from '../store/memory-path.js';
import { findNote, noteArgument, noteFlags, openNotes, printNote } from './note-project.js';

const definition = {
  name: 'memory show',
  group: 'look',
  summary: 'Show a note, and who wrote it.',
  positionals: [noteArgument],
  flags: [...noteFlags, jsonFlag],
  examples: ['build.md'],
} as const;

export default defineCommand(definition, async ({ positionals: [given = ''], flags }, host) => {
  const { store } = await openNotes(flags, host);
  const note = await findNote(store, given);
  if (flags.json) host.json({ ...note, path: shownPath(note.path) });
  else printNote(note, host);
  return 0;
});
