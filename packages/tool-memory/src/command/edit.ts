import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '@loadout/core';
import { type CommandHost, defineCommand } from '@loadout/core/commands';
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

/** Has the person edit a text, in a file of their own. Throws MEMORY_EDITOR. */
async function editedBy(text: string, { env }: CommandHost): Promise<string> {
  const command = env.VISUAL || env.EDITOR || 'vi';
  const folder = mkdtempSync(join(tmpdir(), 'loadout-note-'));
  const file = join(folder, 'note.md');
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    await runEditor(command, { file, env });
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw errors.MEMORY_EDITOR({ command, problem: messageOf(cause) }, { cause });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The command may have words of its own, such as `code --wait`, so a shell reads it. Ctrl+C there is for the editor alone. */
async function runEditor(
  command: string,
  { file, env }: { readonly file: string; readonly env: CommandHost['env'] },
): Promise<void> {
  const ignore = () => {};
  process.on('SIGINT', ignore);
  try {
    const child = spawn('/bin/sh', ['-c', `trap : INT; ${command} "$@"`, command, file], { env, stdio: 'inherit' });
    const [code, signal] = await once(child, 'exit');
    if (code !== 0) throw new Error(signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`);
  } finally {
    process.off('SIGINT', ignore);
  }
}
