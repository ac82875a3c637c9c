import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isLoadoutError, messageOf } from '@loadout/core';
import { errors } from './errors.js';
import { FileJournal } from './journal.js';
import { NotARecord, nativeFormat, type SessionFile, type SessionFormat } from './native-format.js';
import type { SessionHeader, SessionRecord } from './records.js';
import {
  type SessionEntry,
  type SessionFolder,
  type SessionPlace,
  sessionNames,
  sessionPlace,
  unknownSession,
} from './session-place.js';
import type { SessionStore } from './session-store.js';

export interface FileStoreOptions {
  readonly dir: string;
  /** The format of the file. Default: one JSON record per line. */
  readonly format?: SessionFormat | undefined;
  /** If true, the sessions are those of subagents. */
  readonly isOfAgents?: boolean | undefined;
  /** One more session, which lies in another folder. */
  readonly elsewhere?: { readonly id: string; readonly dir: string } | undefined;
  /** Called with the lines that were appended to a file, including sessions of subagents. Contract: does not throw. */
  readonly onAppend?: ((place: SessionPlace, lines: readonly string[]) => void) | undefined;
}

/** Sessions as files of one folder. The kernel has a record when `append` returns, so killing this process loses no record. */
export class FileStore implements SessionStore {
  readonly #options: FileStoreOptions;
  readonly #format: SessionFormat;
  readonly #isOfAgents: boolean;

  constructor(options: FileStoreOptions) {
    const { format = nativeFormat, isOfAgents = false } = options;
    this.#options = options;
    this.#format = format;
    this.#isOfAgents = isOfAgents;
  }

  get dir(): string {
    return this.#options.dir;
  }

  /** Returns a store of the same sessions, of whose lines this function is told. */
  telling(onAppend: FileStoreOptions['onAppend']): FileStore {
    return new FileStore({ ...this.#options, onAppend });
  }

  place(id: string): SessionPlace {
    const { elsewhere } = this.#options;
    const dir = elsewhere?.id === id ? elsewhere.dir : this.dir;
    const place = sessionPlace({ dir }, id);
    return { ...place, file: join(dir, `${this.#format.fileName(id, this.#isOfAgents)}.jsonl`) };
  }

  has({ file }: SessionPlace): boolean {
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  }

  list(): readonly SessionEntry[] {
    return sessionNames(this.dir)
      .flatMap((name) => {
        const id = this.#format.idOf(basename(name, '.jsonl'), this.#isOfAgents);
        if (id === undefined || !/^[\w-]{1,64}$/.test(id)) return [];
        const place = this.place(id);
        const stat = statSync(place.file, { throwIfNoEntry: false });
        // A pipe of that name would never end.
        return stat?.isFile() !== true ? [] : [{ ...place, modified: stat.mtime, bytes: stat.size }];
      })
      .sort((a, b) => b.modified.getTime() - a.modified.getTime());
  }

  begin(place: SessionPlace, header: SessionHeader): FileJournal {
    return new FileJournal(place, { write: this.#format.writer([], this.#file(place)), header, wrote: this.#wrote(place) });
  }

  reopen(place: SessionPlace): { records: readonly SessionRecord[]; journal: FileJournal; notes: readonly string[] } {
    if (!this.has(place)) throw unknownSession({ id: place.id, dir: this.dir });
    let records: readonly SessionRecord[] = [];
    let notes: readonly string[] = [];
    let write: ReturnType<SessionFormat['writer']> | undefined;
    const keepBytes = () => {
      const read = readRecords(this.#file(place), this.#format);
      records = read.records;
      notes = read.tornBytes === 0 ? [] : [tornNote(place.file, read.tornBytes)];
      return read.wholeBytes;
    };
    const journal = new FileJournal(place, {
      keepBytes,
      write: (record) => {
        write ??= this.#format.writer(records, this.#file(place));
        return write(record);
      },
      wrote: this.#wrote(place),
    });
    return { records, journal, notes };
  }

  read(place: SessionPlace): readonly SessionRecord[] {
    if (!this.has(place)) throw unknownSession({ id: place.id, dir: this.dir });
    return readRecords(this.#file(place), this.#format).records;
  }

  under({ artifactDir }: SessionPlace): FileStore {
    const dir = join(artifactDir, this.#format.agentsFolder);
    return new FileStore({ dir, format: this.#format, isOfAgents: true, onAppend: this.#options.onAppend });
  }

  #file({ file }: SessionPlace): SessionFile {
    return { path: file, isOfAgent: this.#isOfAgents };
  }

  #wrote(place: SessionPlace) {
    const { onAppend } = this.#options;
    return onAppend === undefined ? undefined : (lines: readonly string[]) => onAppend(place, lines);
  }
}

/** Returns the sessions of a workspace, newest first. Throws SESSION_STORE for a folder that cannot be read. */
export const listSessions = (folder: SessionFolder): readonly SessionEntry[] => new FileStore(folder).list();

const tornNote = (file: string, bytes: number): string =>
  `The last line of ${file} was not whole (${bytes} bytes) and was left out: its process ended while it was written.`;

/** Returns the lines of a file, with the bytes of the last one that is not whole. Throws SESSION_UNKNOWN, SESSION_STORE. */
function linesOf(file: string): { readonly lines: readonly string[]; readonly wholeBytes: number; readonly tornBytes: number } {
  const dir = dirname(file);
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
      throw errors.SESSION_UNKNOWN({ id: basename(file, '.jsonl'), dir });
    const bytes = readFileSync(file);
    const wholeBytes = bytes.lastIndexOf(10) + 1;
    const lines = bytes.subarray(0, wholeBytes).toString('utf8').split('\n').slice(0, -1);
    return { lines, wholeBytes, tornBytes: bytes.length - wholeBytes };
  } catch (cause) {
    if (isLoadoutError(cause)) throw cause;
    throw errors.SESSION_STORE({ dir, problem: `${basename(file)}: ${messageOf(cause)}` }, { cause });
  }
}

/**
 * Reads records. A last line without a line break was being written when the process was killed, and is dropped. Throws SESSION_UNKNOWN,
 * SESSION_STORE, SESSION_DAMAGED.
 */
export function readRecords(
  file: SessionFile,
  format: SessionFormat = nativeFormat,
): { readonly records: readonly SessionRecord[]; readonly wholeBytes: number; readonly tornBytes: number } {
  const { lines, ...read } = linesOf(file.path);
  try {
    return { records: format.read(lines, file), ...read };
  } catch (error) {
    if (!(error instanceof NotARecord)) throw error;
    const { line, problem } = error;
    throw errors.SESSION_DAMAGED({ file: file.path, line, problem }, { cause: error.cause ?? error });
  }
}
