import { defineCommand } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { shownPath } from '../store/memory-path.js';
import { findNote, noteFlags, notesArgument, openNotes, printNote } from './note-project.js';

const definition = {
  name: 'memory accept',
  group: 'look',
  summary: 'Look at notes that wait, and let agents read them.',
  positionals: [notesArgument],
  flags: [...noteFlags],
  details: ['Each note is shown and asked about. There is no flag for yes, so that a command of an agent cannot answer for you.'],
  examples: ['team/build.md'],
} as const;

export default defineCommand(definition, async ({ positionals, flags }, host) => {
  const { store } = await openNotes(flags, host);
  for (const given of positionals) {
    const note = await findNote(store, given);
    printNote(note, host);
    const answer = await host.ask(`Let agents read ${shownPath(note.path)}? [y/N]: `);
    if (answer === undefined) throw errors.MEMORY_NEEDS_PERSON({ path: shownPath(note.path) });
    if (!/^y(?:es)?$/i.test(answer.trim())) return 1;
    const { path, text } = note;
    // Exactly the text that was shown: a file that changed meanwhile is not accepted.
    const isKept = await store.write(path, { text, record: { origin: 'person', at: Date.now() } }, { before: text });
    if (!isKept) throw errors.MEMORY_CHANGED({ path: shownPath(path) });
  }
  return 0;
});
