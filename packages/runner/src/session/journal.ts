import { closeSync, ftruncateSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { errors } from '../errors.js';
import type { SessionRecord } from './records.js';
import { makeFolder, type SessionPlace } from './session-store.js';
import type { SessionJournal } from './store.js';

/** A session's file, open for appending, with its lock held. */
export class FileJournal implements SessionJournal {
  readonly #descriptor: number;
  readonly #lock: string;
  readonly #write: (record: SessionRecord) => readonly string[];
  readonly #wrote: ((lines: readonly string[]) => void) | undefined;

  constructor(
    place: SessionPlace,
    options: {
      readonly write: (record: SessionRecord) => readonly string[];
      /** With nobody else writing: how much of the file is whole. What is behind it goes. */
      readonly keepBytes?: (() => number) | undefined;
      /** Begins a new file, which is there with this in it or not at all. */
      readonly header?: SessionRecord | undefined;
      /** Told of lines once they are in the file. */
      readonly wrote?: ((lines: readonly string[]) => void) | undefined;
    },
  ) {
    makeFolder(dirname(place.file));
    this.#write = options.write;
    this.#wrote = options.wrote;
    this.#lock = takeLock(place);
    try {
      if (options.header !== undefined) {
        const lines = this.#write(options.header);
        writeFileSync(`${place.file}.new`, toBytes(lines), { mode: 0o600 });
        renameSync(`${place.file}.new`, place.file);
        this.#wrote?.(lines);
      }
      const keep = options.keepBytes?.();
      this.#descriptor = openSync(place.file, 'a', 0o600);
      if (keep !== undefined) ftruncateSync(this.#descriptor, keep);
    } catch (error) {
      rmSync(this.#lock, { force: true });
      throw error;
    }
  }

  append(record: SessionRecord): void {
    const lines = this.#write(record);
    const bytes = toBytes(lines);
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#descriptor, bytes, written);
    this.#wrote?.(lines);
  }

  close(): void {
    closeSync(this.#descriptor);
    rmSync(this.#lock, { force: true });
  }
}

const toBytes = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(''));

/** Keeps everybody else from writing to a session, until it is released; `undefined` when somebody does already. */
export function holdLock(place: SessionPlace): (() => void) | undefined {
  try {
    const lock = takeLock(place);
    return () => rmSync(lock, { force: true });
  } catch {
    return undefined;
  }
}

/** One run at a time may write to a session. A lock whose process is gone is nobody's. */
function takeLock(place: SessionPlace): string {
  const lock = `${place.file}.lock`;
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
      return lock;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw errors.SESSION_STORE({ dir: dirname(place.file), problem: (error as Error).message }, { cause: error });
    }
    const pid = ownerOf(lock);
    if (pid !== undefined && isAlive(pid)) throw errors.SESSION_BUSY({ id: place.id, pid });
    rmSync(lock, { force: true });
  }
  throw errors.SESSION_BUSY({ id: place.id, pid: ownerOf(lock) ?? 0 });
}

function ownerOf(lock: string): number | undefined {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
