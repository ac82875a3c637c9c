import { createHash } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { isLoadoutError, messageOf } from '@loadout/core';
import { replaceWhole } from '@loadout/node';
import { errors } from '../errors.js';
import { enterFolder, type Folder, isOfSystem, namesIn, openRoot, readText, statOf } from './folder.js';
import { folded, isMemoryName, shownPath } from './memory-path.js';
import type { MemoryEntry, MemoryStore, Note, Renamed } from './memory-store.js';
import { Records } from './records.js';
import { isTemporary, withLock } from './store-lock.js';

export interface FileStoreOptions {
  /** The folder that must be there, absolute, with links resolved. */
  readonly base: string;
  /** The folder of the notes, below `base`. It is made with the first note. No part of it may be a link. */
  readonly folder: string;
  /** Where the records and the lock are, for this user alone. */
  readonly stateDir: string;
  readonly maxNoteBytes: number;
  readonly maxBytes: number;
}

/** More than that is no list that a model or a person reads. */
export const MOST_ENTRIES = 5_000;
const DEEPEST = 8;

/** Notes as files in a folder. Links are neither followed nor listed, and names that no model could write are not listed. */
export class FileStore implements MemoryStore {
  readonly folder: string;
  readonly #options: FileStoreOptions;
  readonly #records: Records;
  readonly #lock: string;
  readonly #state: string;

  constructor(options: FileStoreOptions) {
    const { base, folder, stateDir } = options;
    this.folder = resolve(base, folder);
    const way = relative(base, this.folder);
    if (way === '' || way === '..' || way.startsWith(`..${sep}`))
      throw errors.MEMORY_FOLDER({ folder, problem: 'is not below the working folder' });
    this.#options = options;
    const place = join(
      stateDir,
      'stores',
      `${basename(base)}-${createHash('sha256').update(this.folder).digest('hex').slice(0, 16)}`,
    );
    this.#state = place;
    this.#records = new Records(join(place, 'records.json'));
    this.#lock = join(place, 'locks', 'writer');
  }

  /** The lock file, for a person who must remove one. */
  get lockFile(): string {
    return this.#lock;
  }

  async list(): Promise<readonly MemoryEntry[]> {
    return this.#told(() => {
      const root = this.#open();
      if (root === undefined) return [{ path: '', kind: 'folder', bytes: 0 }];
      return closing(root, () => this.#entries(root));
    });
  }

  async read(path: string): Promise<Note | undefined> {
    return this.#told(() => {
      for (let text = this.#textOf(path); ; ) {
        if (text === undefined) return undefined;
        const record = this.#records.of(path, text);
        const now = record === undefined ? this.#textOf(path) : text;
        // Another process has written twice between the text and the record, so neither belongs to the other.
        if (now === text) return { text, record };
        text = now;
      }
    });
  }

  write(path: string, { text, record }: Required<Note>, { before }: { readonly before: string | undefined }): Promise<boolean> {
    return this.#alone(() => {
      if (this.#textOf(path) !== before) return false;
      if (before === undefined && this.#isThere(path)) return false;
      this.#assertRoom(path, { text, before });
      if (record === undefined) throw new Error('a note is written with its record');
      this.#records.add(path, text, { record, before });
      this.#inParent(path, { make: true }, (folder, name) => replaceWhole(folder.at(name), text));
      return true;
    });
  }

  remove(path: string): Promise<boolean> {
    return this.#alone(() => {
      const isRemoved = this.#inParent(path, {}, (folder, name) => {
        if (statOf(folder, name) === undefined) return false;
        rmSync(folder.at(name), { recursive: true, force: true });
        return true;
      });
      if (isRemoved === true) this.#records.forget(path);
      return isRemoved === true;
    });
  }

  rename(from: string, to: string): Promise<Renamed> {
    return this.#alone(() => {
      if (this.#isThere(to)) return 'taken';
      const renamed = this.#inParent(from, {}, (source, name) => {
        if (statOf(source, name) === undefined) return 'missing';
        this.#records.copy(from, to);
        this.#inParent(to, { make: true }, (target, newName) => renameSync(source.at(name), target.at(newName)));
        this.#records.forget(from);
        return 'renamed';
      });
      return renamed ?? 'missing';
    });
  }

  #entries(root: Folder): readonly MemoryEntry[] {
    const found: MemoryEntry[] = [{ path: '', kind: 'folder', bytes: statSync(root.at('.')).size }];
    const known = this.#records.paths();
    const isKnown = (path: string) => known.has(path) || [...known].some((one) => one.startsWith(`${path}/`));
    // Thousands of files of a repository do not crowd out a note that somebody answers for.
    const isListed = (path: string) => isMemoryName(path) && (found.length < MOST_ENTRIES || isKnown(path));
    const walk = (folder: Folder, { path: above, depth }: { readonly path: string; readonly depth: number }): void => {
      for (const name of namesIn(folder)) {
        const path = above === '' ? name : `${above}/${name}`;
        const stat = isListed(path) ? statOf(folder, name) : undefined;
        if (stat?.isFile() === true) found.push({ path, kind: 'note', bytes: stat.size });
        if (stat?.isDirectory() !== true) continue;
        found.push({ path, kind: 'folder', bytes: stat.size });
        const inner = depth < DEEPEST ? enterFolder(folder, name) : undefined;
        if (inner !== undefined) closing(inner, () => walk(inner, { path, depth: depth + 1 }));
      }
    };
    walk(root, { path: '', depth: 1 });
    // A note that another process adds while this one walks has its record before it is there.
    const later = found.some(({ kind, path }) => kind === 'note' && !known.has(path)) ? this.#records.paths() : known;
    const waits = ({ kind, path }: MemoryEntry) => kind === 'note' && !known.has(path) && !later.has(path);
    return found.map((entry) => (waits(entry) ? { ...entry, waits: true } : entry));
  }

  #textOf(path: string): string | undefined {
    return this.#inParent(path, {}, (folder, name) => readText(folder, { name, most: this.#options.maxNoteBytes }));
  }

  #isThere(path: string): boolean {
    if (path === '') return true;
    return this.#inParent(path, {}, (folder, name) => statOf(folder, name) !== undefined) === true;
  }

  #assertRoom(path: string, { text, before }: { readonly text: string; readonly before: string | undefined }): void {
    const { maxNoteBytes, maxBytes } = this.#options;
    const bytes = Buffer.byteLength(text);
    if (bytes > maxNoteBytes) throw errors.MEMORY_TOO_LARGE({ what: shownPath(path), bytes, most: maxNoteBytes });
    const root = this.#open();
    const notes = root === undefined ? [] : closing(root, () => this.#entries(root)).filter(({ kind }) => kind === 'note');
    const all = notes.reduce((sum, note) => sum + note.bytes, bytes - Buffer.byteLength(before ?? ''));
    if (all > maxBytes && bytes > Buffer.byteLength(before ?? ''))
      throw errors.MEMORY_TOO_LARGE({ what: 'All notes together', bytes: all, most: maxBytes });
  }

  /** Works in the folder of a path, held open. `undefined`: there is none. */
  #inParent<T>(
    path: string,
    { make = false }: { readonly make?: boolean },
    work: (folder: Folder, name: string) => T,
  ): T | undefined {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    if (name === '') return undefined;
    let folder: Folder | undefined = this.#open(make);
    for (const part of parts) {
      if (folder === undefined) return undefined;
      const above: Folder = folder;
      folder = closing(above, () => {
        if (make) assertOwnName(above, { name: part, path });
        return enterFolder(above, part, { make });
      });
    }
    if (folder === undefined) return undefined;
    const held = folder;
    return closing(held, () => {
      if (make) assertOwnName(held, { name, path });
      return work(held, name);
    });
  }

  #open(make = false): Folder | undefined {
    const { base, folder } = this.#options;
    return openRoot(base, { parts: relative(base, resolve(base, folder)).split(sep), make });
  }

  async #alone<T>(work: () => T): Promise<T> {
    const alone = ({ afterKill }: { readonly afterKill: boolean }): T => {
      if (afterKill) this.#clearTemporaries();
      return work();
    };
    return this.#told(() => withLock(this.#lock, { folder: this.folder, work: alone }));
  }

  /** Removes what a killed process was writing. Nobody else writes there meanwhile. */
  #clearTemporaries(): void {
    const root = this.#open();
    const folders = root === undefined ? [] : closing(root, () => this.#entries(root)).filter(({ kind }) => kind === 'folder');
    for (const name of readdirSync(this.#state).filter(isTemporary)) rmSync(join(this.#state, name), { force: true });
    for (const { path } of folders)
      this.#inParent(path === '' ? '.' : `${path}/.`, {}, (folder) => {
        for (const name of namesIn(folder).filter(isTemporary)) rmSync(folder.at(name), { force: true });
      });
  }

  async #told<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      if (isLoadoutError(cause) || !isOfSystem(cause)) throw cause;
      throw errors.MEMORY_STORE({ path: this.folder, problem: messageOf(cause) }, { cause });
    }
  }
}

function assertOwnName(folder: Folder, { name, path }: { readonly name: string; readonly path: string }): void {
  const other = namesIn(folder).find((one) => one !== name && folded(one) === folded(name));
  if (other !== undefined) throw errors.MEMORY_NAME_TAKEN({ path: shownPath(path), other });
}

function closing<T>(folder: Folder, work: () => T): T {
  try {
    return work();
  } finally {
    folder.close();
  }
}
