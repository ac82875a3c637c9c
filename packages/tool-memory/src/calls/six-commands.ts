import { errors } from '../errors.js';
import { readMemoryPath } from '../store/memory-path.js';
import type { MemoryEntry, MemoryStore, Note, NoteRecord } from '../store/memory-store.js';
import { isAtOrBelow } from '../store/records.js';
import type { MemoryInput } from './memory-input.js';
import { MOST_LINES, numbered, sizeText } from './numbered.js';

export interface CommandContext {
  readonly store: MemoryStore;
  /** Answers for what this call writes. Throws MEMORY_NOT_ASKED. */
  record(): NoteRecord;
  /** Refuses a text with a secret. Throws MEMORY_SECRET. */
  assertNoSecret(path: string, text: string): void;
}

export interface CommandResult {
  readonly content: string;
  readonly isError?: boolean;
}

const failed = (content: string): CommandResult => ({ content, isError: true });

/** A call whose sentence goes to the model as it is. */
class Refusal {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const refuse = (text: string): never => {
  throw new Refusal(text);
};

/** Carries out one of the six commands. Throws MEMORY_* for what the reference backend knows nothing of. */
export async function runCommand(input: MemoryInput, context: CommandContext): Promise<CommandResult> {
  try {
    return { content: await COMMANDS[input.command](input, context) };
  } catch (error) {
    if (error instanceof Refusal) return failed(error.text);
    throw error;
  }
}

type Command = (input: MemoryInput, context: CommandContext) => Promise<string>;

const COMMANDS: Readonly<Record<MemoryInput['command'], Command>> = {
  view,
  create,
  str_replace: replace,
  insert,
  delete: remove,
  rename,
};

function pathIn(given: string | undefined): string {
  const read = readMemoryPath(given ?? '');
  return 'path' in read ? read.path : refuse(read.problem);
}

async function view({ path: given = '', view_range: range }: MemoryInput, { store }: CommandContext): Promise<string> {
  const path = pathIn(given);
  const entries = await store.list();
  const entry = entries.find((one) => one.path === path);
  if (entry === undefined) return refuse(missing(given));
  if (entry.kind === 'folder') return folderText(given, { entry, entries, store });
  const lines = (await seenNote(store, path, given)).text.split('\n');
  if (lines.length > MOST_LINES)
    return refuse(`File ${given} has too many lines (${lines.length}). Maximum is ${MOST_LINES.toLocaleString('en-US')} lines.`);
  const [from = 1, to = -1] = range ?? [];
  const start = Math.max(1, from) - 1;
  const shown = lines.slice(start, to === -1 ? lines.length : to);
  return `Here's the content of ${given} with line numbers:\n${numbered(shown, start + 1)}`;
}

interface Listing {
  readonly entry: MemoryEntry;
  readonly entries: readonly MemoryEntry[];
  readonly store: MemoryStore;
}

/** Lists two levels. A note that no person has seen is counted and not named: its name is text from outside too. */
async function folderText(given: string, { entry, entries, store }: Listing): Promise<string> {
  const below = entries.filter((one) => one.path !== entry.path && isAtOrBelow(one.path, entry.path));
  const unseen = await unseenIn(store, below);
  const isNamed = (one: MemoryEntry) => (one.kind === 'note' ? !unseen.has(one.path) : !holdsOnly(one, { below, unseen }));
  const lines = below
    .map((one) => ({ one, way: entry.path === '' ? one.path : one.path.slice(entry.path.length + 1) }))
    .filter(({ one, way }) => way.split('/').length <= 2 && isNamed(one))
    .map(({ one, way }) => `${sizeText(one.bytes)}\t${given}/${way}${one.kind === 'folder' ? '/' : ''}`);
  const header = `Here're the files and directories up to 2 levels deep in ${given}, excluding hidden items and node_modules:`;
  const waiting = unseen.size === 0 ? [] : [waitingText(unseen.size)];
  return [header, `${sizeText(entry.bytes)}\t${given}`, ...lines, ...waiting].join('\n');
}

/** Whether a folder has notes, and none that a person has seen: then its name came with them. */
function holdsOnly(
  folder: MemoryEntry,
  { below, unseen }: { readonly below: readonly MemoryEntry[]; readonly unseen: ReadonlySet<string> },
): boolean {
  const notes = below.filter((one) => one.kind === 'note' && isAtOrBelow(one.path, folder.path));
  return notes.length > 0 && notes.every((one) => unseen.has(one.path));
}

export const waitingText = (count: number): string =>
  `(${count === 1 ? '1 more note waits' : `${count} more notes wait`} until a person has looked: loadout memory list)`;

/** The note, if somebody answers for it. One that cannot be read is not in the way of the others. */
export async function seenText(store: MemoryStore, entry: MemoryEntry): Promise<SeenNote | undefined> {
  const note = entry.waits === true ? undefined : await store.read(entry.path).catch(() => undefined);
  return note?.record === undefined ? undefined : { path: entry.path, text: note.text, record: note.record };
}

export interface SeenNote extends Required<Note> {
  readonly path: string;
  readonly record: NoteRecord;
}

/** The notes among these that no person answers for. */
async function unseenIn(store: MemoryStore, entries: readonly MemoryEntry[]): Promise<ReadonlySet<string>> {
  const unseen = new Set<string>();
  for (const entry of entries) if (entry.kind === 'note' && (await seenText(store, entry)) === undefined) unseen.add(entry.path);
  return unseen;
}

async function create({ path: given = '', file_text: text = '' }: MemoryInput, context: CommandContext): Promise<string> {
  const path = pathIn(given);
  context.assertNoSecret(given, text);
  const isMade = await context.store.write(path, { text, record: context.record() }, { before: undefined });
  return isMade ? `File created successfully at: ${given}` : refuse(`File ${given} already exists`);
}

async function replace(input: MemoryInput, context: CommandContext): Promise<string> {
  const { path: given = '', old_str: old = '', new_str: wanted = '' } = input;
  return edit(given, context, (text) => {
    const found = linesWith(text, old);
    if (found.length === 0) refuse(`No replacement was performed, old_str \`${old}\` did not appear verbatim in ${given}.`);
    if (found.length > 1)
      refuse(
        `No replacement was performed. Multiple occurrences of old_str \`${old}\` in lines: ${found.join(', ')}. Please ensure it is unique`,
      );
    const changed = text.replace(old, () => wanted);
    const at = (found[0] ?? 1) - 1;
    const start = Math.max(0, at - 2);
    const snippet = numbered(changed.split('\n').slice(start, at + 3), start + 1);
    return {
      text: changed,
      says: `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${snippet}`,
    };
  });
}

/** The numbers of the lines in which a text begins. The reference looks inside of single lines alone. */
function linesWith(text: string, old: string): readonly number[] {
  if (!old.includes('\n')) return text.split('\n').flatMap((line, index) => (line.includes(old) ? [index + 1] : []));
  const found: number[] = [];
  for (let at = text.indexOf(old); at !== -1; at = text.indexOf(old, at + 1)) found.push(text.slice(0, at).split('\n').length);
  return found;
}

async function insert(input: MemoryInput, context: CommandContext): Promise<string> {
  const { path: given = '', insert_line: line = 0, insert_text: added = '' } = input;
  return edit(given, context, (text) => {
    const lines = text.split('\n');
    if (line < 0 || line > lines.length)
      refuse(
        `Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${lines.length}]`,
      );
    lines.splice(line, 0, added.replace(/\n$/, ''));
    return { text: lines.join('\n'), says: `The file ${given} has been edited.` };
  });
}

type Change = (text: string) => { readonly text: string; readonly says: string };

/** Another process may write meanwhile; then the change is made anew on its text. */
const MOST_TRIES = 20;

async function edit(given: string, { store, record: recordOf, assertNoSecret }: CommandContext, change: Change): Promise<string> {
  const path = pathIn(given);
  const record = recordOf();
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const entry = (await store.list()).find((one) => one.path === path);
    if (entry === undefined) return refuse(missing(given));
    if (entry.kind === 'folder') return refuse(`The path ${given} is not a file.`);
    const { text: before } = await seenNote(store, path, given);
    const { text, says } = change(before);
    assertNoSecret(given, text);
    if (await store.write(path, { text, record }, { before })) return says;
  }
  throw errors.MEMORY_CHANGED({ path: given });
}

async function seenNote(store: MemoryStore, path: string, given: string): Promise<Note> {
  const note = await store.read(path);
  if (note === undefined) return refuse(`The file ${given} no longer exists (may have been deleted or renamed concurrently).`);
  if (note.record === undefined) throw errors.MEMORY_UNSEEN({ path: given });
  return note;
}

async function remove({ path: given = '' }: MemoryInput, { store }: CommandContext): Promise<string> {
  const path = pathIn(given);
  if (path === '') return refuse('Cannot delete the /memories directory itself');
  await assertSeen(given, path, store);
  return (await store.remove(path)) ? `Successfully deleted ${given}` : refuse(`The path ${given} does not exist`);
}

async function rename(
  { old_path: from = '', new_path: to = '' }: MemoryInput,
  { store, record }: CommandContext,
): Promise<string> {
  const [path, target] = [pathIn(from), pathIn(to)];
  record();
  if (path === '') return refuse('Cannot rename the /memories directory itself');
  await assertSeen(from, path, store);
  if (target !== path && isAtOrBelow(target, path)) return refuse(`Cannot rename ${from} to ${to}, which is inside of it`);
  const outcome = await store.rename(path, target);
  if (outcome === 'missing') return refuse(`The path ${from} does not exist`);
  return outcome === 'taken' ? refuse(`The destination ${to} already exists`) : `Successfully renamed ${from} to ${to}`;
}

/** Refuses to move or remove what waits for a person. Throws MEMORY_UNSEEN. */
async function assertSeen(given: string, path: string, store: MemoryStore): Promise<void> {
  const entries = (await store.list()).filter((one) => isAtOrBelow(one.path, path));
  if ((await unseenIn(store, entries)).size > 0) throw errors.MEMORY_UNSEEN({ path: given });
}

const missing = (given: string): string => `The path ${given} does not exist. Please provide a valid path.`;
