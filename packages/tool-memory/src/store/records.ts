import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { replaceWhole } from '@loadout/node';
import type { NoteRecord } from './memory-store.js';

interface Entry extends NoteRecord {
  /** The hash of the text, and of the one before, for a process that is killed between the two files. */
  readonly hashes: readonly string[];
}

type Entries = Readonly<Record<string, Entry>>;

/**
 * The facts about each note, in a file of the user beside all projects: a file that a repository brings, or that another program
 * changed, has no record, and no repository can bring one.
 */
export class Records {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Returns the record of this text of a note. */
  of(path: string, text: string): NoteRecord | undefined {
    return recordFor(this.#read()[path], text);
  }

  /** The paths with a record, for whichever text. */
  paths(): ReadonlySet<string> {
    return new Set(Object.keys(this.#read()));
  }

  /** Answers for a text before it is written. The text that it replaces stays known until the next time. */
  add(
    path: string,
    text: string,
    { record, before }: { readonly record: NoteRecord; readonly before: string | undefined },
  ): void {
    const entries = this.#read();
    const isKnown = before !== undefined && recordFor(entries[path], before) !== undefined;
    const hashes = [hashOf(text), ...(isKnown ? [hashOf(before)] : [])];
    this.#write({ ...entries, [path]: { ...record, hashes } });
  }

  /** Forgets a note, or all notes of a folder. */
  forget(path: string): void {
    const entries = Object.entries(this.#read());
    this.#write(Object.fromEntries(entries.filter(([one]) => !isAtOrBelow(one, path))));
  }

  /** Knows the notes under their new paths too. */
  copy(from: string, to: string): void {
    const entries = Object.entries(this.#read());
    const copies = entries.flatMap(([path, entry]) =>
      isAtOrBelow(path, from) ? [[`${to}${path.slice(from.length)}`, entry] as const] : [],
    );
    this.#write(Object.fromEntries([...entries, ...copies]));
  }

  #read(): Entries {
    try {
      const value: unknown = JSON.parse(readFileSync(this.#file, 'utf8'));
      return typeof value === 'object' && value !== null ? (value as Entries) : {};
    } catch {
      // Without a record, every note waits for a person: nothing is lost.
      return {};
    }
  }

  #write(entries: Entries): void {
    replaceWhole(this.#file, `${JSON.stringify(entries, undefined, 1)}\n`);
  }
}

export const isAtOrBelow = (path: string, above: string): boolean =>
  above === '' || path === above || path.startsWith(`${above}/`);

function recordFor(entry: Entry | undefined, text: string): NoteRecord | undefined {
  if (entry === undefined || !Array.isArray(entry.hashes) || !entry.hashes.includes(hashOf(text))) return undefined;
  const { hashes: _, ...record } = entry;
  return record;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
