import { join } from 'node:path';
import type { CommandHost } from '@loadout/core/commands';
import { configFlags } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { completeOptions, type MemoryOptions } from '../options.js';
import { titleOf } from '../session/index-text.js';
import type { FileStore } from '../store/file-store.js';
import { readMemoryPath, shownPath } from '../store/memory-path.js';
import type { Note, NoteRecord } from '../store/memory-store.js';
import { openStore } from '../store/open-store.js';

const USE = '@loadout/tool-memory';

/** The flags that find the notes. */
export const noteFlags = [
  ...configFlags,
  { name: 'agent', value: 'NAME', help: 'For the scope agent: the agent whose notes are meant. Optional if there is one.' },
] as const;

export const noteArgument = { name: 'note', help: 'The note, with or without /memories in front.' } as const;
export const notesArgument = { ...noteArgument, several: true } as const;

type Flags = Readonly<Record<string, unknown>> & { readonly agent?: string | undefined };

export interface NoteProject {
  readonly store: FileStore;
  readonly options: MemoryOptions;
}

/** Opens the notes of the configuration that the flags choose. Throws CONFIG_*, MEMORY_NOT_MOUNTED, MEMORY_AGENT_MISSING. */
export async function openNotes(flags: Flags, host: CommandHost): Promise<NoteProject> {
  const { plan } = await host.load(flags);
  const mounted = plan.plugins.find(({ use }) => use === USE);
  if (mounted === undefined) throw errors.MEMORY_NOT_MOUNTED({ file: plan.configFile ?? host.cwd });
  const options = completeOptions(mounted.options as Partial<MemoryOptions>);
  if (options.scope === 'session') throw errors.MEMORY_OF_SESSION({});
  const agents = Object.keys(plan.agents);
  const agent = flags.agent ?? (agents.length === 1 ? agents[0] : undefined);
  if (options.scope === 'agent' && (agent === undefined || !agents.includes(agent)))
    throw errors.MEMORY_AGENT_MISSING({ agents });
  const place = { workspace: plan.workspace, artifactDir: plan.workspace, session: '', agent: agent ?? '' };
  return { options, store: openStore({ options, stateDir: join(host.stateDir, 'plugins', 'memory'), ...place }) };
}

/** A note as a person sees it in a list. */
export interface ListedNote {
  readonly path: string;
  readonly bytes: number;
  readonly title: string;
  /** Absent: it waits for a person. */
  readonly record?: NoteRecord | undefined;
}

export interface FoundNote extends ListedNote {
  /** Absent: the file cannot be read. */
  readonly text: string | undefined;
}

/** All notes, also those that no agent is shown. */
export async function everyNote(store: FileStore): Promise<readonly FoundNote[]> {
  const notes: FoundNote[] = [];
  for (const { path, kind, bytes } of await store.list()) {
    if (kind !== 'note') continue;
    const note = await store.read(path).catch((): Note | undefined => undefined);
    notes.push({ path: shownPath(path), bytes, title: titleOf(note?.text ?? ''), text: note?.text, record: note?.record });
  }
  return notes;
}

/** Reads the path of a note as a person types it. Throws MEMORY_NOT_FOUND. */
export function typedPath(given: string): string {
  const read = readMemoryPath(given.startsWith('/memories') ? given : `/memories/${given.replace(/^\//, '')}`);
  if ('problem' in read || read.path === '') throw errors.MEMORY_NOT_FOUND({ path: given, paths: [] });
  return read.path;
}

/** Reads a note. Throws MEMORY_NOT_FOUND with the notes that there are. */
export async function findNote(store: FileStore, given: string): Promise<Note & { readonly path: string }> {
  const path = typedPath(given);
  const note = await store.read(path);
  if (note !== undefined) return { path, ...note };
  const entries = (await store.list()).filter(({ kind }) => kind === 'note');
  throw errors.MEMORY_NOT_FOUND({ path: given, paths: entries.map((entry) => shownPath(entry.path)) });
}

const HIDDEN = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** Prints a note, and says what of it nobody would see. */
export function printNote({ path, text, record }: Note & { readonly path: string }, host: CommandHost): void {
  host.tell(`${shownPath(path)}: ${originText(record)}\n`);
  host.out(text.endsWith('\n') ? text : `${text}\n`);
  const hidden = text.match(HIDDEN)?.length ?? 0;
  if (hidden > 0) host.tell(`Careful: it holds ${hidden} ${hidden === 1 ? 'character' : 'characters'} that nobody sees.\n`);
}

export function originText(record: NoteRecord | undefined): string {
  if (record === undefined) return 'waits until you accept it: no agent is shown it';
  const day = new Date(record.at).toISOString().slice(0, 10);
  const session = record.session === undefined ? '' : `, session ${record.session}`;
  if (record.origin === 'person') return `by a person, ${day}`;
  const after = record.origin === 'outside' ? `, after text from ${(record.sources ?? []).join(', ')}` : '';
  return `by the agent ${record.agent ?? '?'}, ${day}${session}${after}`;
}
