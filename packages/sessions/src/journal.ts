import { closeSync, fdatasync, fstatSync, ftruncateSync, lstatSync, openSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { type LoadoutError, messageOf } from '@loadout/core';
import { renameFile } from '@loadout/node/platform';
import { errors } from './errors.js';
import type { SessionRecord, ShownCall, Written } from './records.js';
import { lockSession, type SessionLock } from './session-lock.js';
import type { SessionPlace } from './session-place.js';
import type { SessionJournal } from './session-store.js';

/** The file of a session, open for appending, with its lock held. */
export class FileJournal implements SessionJournal {
  readonly #descriptor: number;
  readonly #file: string;
  readonly #lock: SessionLock;
  readonly #write: (written: Written) => readonly string[];
  readonly #wrote: ((lines: readonly string[]) => void) | undefined;
  /** The number of bytes of complete records. */
  #size = 0;
  #failure: LoadoutError | undefined;
  #isClosed = false;
  #named: Promise<void> | undefined;
  #lastSync: Promise<void> = Promise.resolve();
  #nextSync: Promise<void> | undefined;

  constructor(
    place: SessionPlace,
    options: {
      readonly write: (written: Written) => readonly string[];
      /** Called under the lock: returns the number of bytes of complete records. The rest is cut off. */
      readonly keepBytes?: (() => number) | undefined;
      /** Begins a new file. The file appears with this record or does not appear at all. */
      readonly header?: SessionRecord | undefined;
      /** Called with lines after they are in the file. */
      readonly wrote?: ((lines: readonly string[]) => void) | undefined;
    },
  ) {
    this.#write = options.write;
    this.#wrote = options.wrote;
    this.#file = place.file;
    this.#lock = lockSession(place);
    try {
      if (options.header === undefined) {
        const keep = options.keepBytes?.();
        this.#descriptor = openSync(place.file, 'a', 0o600);
        if (keep !== undefined) ftruncateSync(this.#descriptor, keep);
        this.#size = fstatSync(this.#descriptor).size;
      } else {
        // A session that began since its id was chosen, or anything else of that name, is kept.
        if (lstatSync(place.file, { throwIfNoEntry: false }) !== undefined) throw errors.SESSION_TAKEN({ id: place.id });
        const lines = this.#write(options.header);
        const bytes = toBytes(lines);
        this.#descriptor = beginFile(place.file, { bytes, appeared: () => this.#wrote?.(lines) });
        this.#size = bytes.length;
      }
    } catch (error) {
      this.#lock.release();
      // An error without a code is not of the system, but of who reads the file.
      throw error instanceof Error && 'errno' in error ? notWritten(place.file, error) : error;
    }
  }

  /** Throws SESSION_NOT_WRITTEN. After a failed write the file ends with its last complete record and accepts no more. */
  append(record: SessionRecord): void {
    if (this.#failure !== undefined) throw this.#failure;
    // After closing, the system may give the descriptor to another file.
    if (this.#isClosed) throw errors.SESSION_NOT_WRITTEN({ file: this.#file, problem: 'the session is closed' });
    const lines = this.#write(record);
    const bytes = toBytes(lines);
    try {
      writeAll(this.#descriptor, bytes);
    } catch (error) {
      this.#failure = notWritten(this.#file, error);
      this.#cutTorn();
      throw this.#failure;
    }
    this.#size += bytes.length;
    this.#wrote?.(lines);
  }

  /** Hands a result to the format, which may put it into a later line. */
  show(call: ShownCall): void {
    this.#write({ t: 'shown', call });
  }

  /**
   * Throws SESSION_NOT_WRITTEN. Callers during a running sync share the next one, so that calls continue in the order of their
   * requests. The first sync includes the folder's entry of the file.
   */
  sync(): Promise<void> {
    this.#nextSync ??= this.#lastSync.then(() => {
      this.#nextSync = undefined;
      const synced = this.#syncNow();
      this.#lastSync = synced.catch(() => {});
      return synced;
    });
    return this.#nextSync;
  }

  async #syncNow(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#isClosed) return;
    try {
      await promisify(fdatasync)(this.#descriptor);
      this.#named ??= syncFolders(this.#file);
      await this.#named;
    } catch (error) {
      if (this.#isClosed) return;
      this.#failure ??= notWritten(this.#file, error);
      throw this.#failure;
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      closeSync(this.#descriptor);
    } finally {
      this.#lock.release();
    }
  }

  #cutTorn(): void {
    try {
      ftruncateSync(this.#descriptor, this.#size);
    } catch {
      // The next reader of the file skips a torn last line.
    }
  }
}

const notWritten = (file: string, cause: unknown): LoadoutError =>
  errors.SESSION_NOT_WRITTEN({ file, problem: messageOf(cause) }, { cause });

const toBytes = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(''));

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

/** Makes a file with its first bytes, which appears with all of them or not at all, and returns its descriptor. */
function beginFile(file: string, { bytes, appeared }: { readonly bytes: Buffer; readonly appeared: () => void }): number {
  // A killed process may have left one. A pipe would be waited for, and a link followed.
  rmSync(`${file}.new`, { force: true });
  const descriptor = openSync(`${file}.new`, 'ax', 0o600);
  try {
    writeAll(descriptor, bytes);
    renameFile(`${file}.new`, file);
    appeared();
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** The number of folders above a session's file that may be as new as the file. */
const NEW_FOLDERS = 3;

/** Syncs the folders, since a file is lost without its name or the name of its folder. Not every system can sync a folder. */
async function syncFolders(file: string): Promise<void> {
  let folder = dirname(file);
  for (let level = 0; level < NEW_FOLDERS; level++, folder = dirname(folder)) {
    const handle = await open(folder, 'r').catch(() => undefined);
    if (handle === undefined) return;
    await handle.sync().catch(() => {});
    await handle.close();
  }
}
