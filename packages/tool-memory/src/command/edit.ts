import { messageOf } from '@loadout/core';
import { type CommandHost, defineCommand } from '@loadout/core/commands';
import { editorOf, editText } from '@loadout/node';
import { errors } from '../errors.js';
import { shownPath } from '../store/memory-path.js';
import { noteArgument, noteFlags, openNotes, typedPath } from './note-project.js';

const definition = {
  name: 'memory edit',
  group: 'look',
  summary: 'Edit a note in your editor, or write a new one.',
  positionals: [noteArgument],
  flags: [...noteFlags],
  details: ['The editor is $VISUAL or $EDITOR, else vi. The note then counts as yours, so that agents may read it.'],
  examples: ['build.md'],
} as const;

export default defineCommand(definition, async ({ positionals: [given = ''], flags }, host) => {
  const { store } = await openNotes(flags, host);
  const path = typedPath(given);
  if (!host.isTyped) throw errors.MEMORY_NEEDS_PERSON({ path: shownPath(path) });
  const before = (await store.read(path))?.text;
  const text = await editedBy(before ?? '', host);
  if (text === before || (before === undefined && text === '')) {
    host.tell(`${shownPath(path)} is as it was.\n`);
    return 0;
  }
  if (!(await store.write(path, { text, record: { origin: 'person', at: Date.now() } }, { before })))
    throw errors.MEMORY_CHANGED({ path: shownPath(path) });
  host.tell(`Wrote ${shownPath(path)}.\n`);
  return 0;
});

/** Has the person edit a text. Throws MEMORY_EDITOR. */
async function editedBy(text: string, { env }: CommandHost): Promise<string> {
  const command = editorOf(env);
  try {
    return await editText(text, { command, env, name: 'note.md' });
  } catch (cause) {
    throw errors.MEMORY_EDITOR({ command, problem: messageOf(cause) }, { cause });
  }
}
