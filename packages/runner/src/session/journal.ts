import { closeSync, ftruncateSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { errors } from '../errors.js';
import type { SessionRecord } from './records.js';
import { makeFolder, type SessionPlace } from './session-store.js';

/**
 * The session's file, open for appending. A record is in the kernel's hands when `append` returns, so that killing this
 * process loses nothing of it.
 */
export class Journal {
  readonly #descriptor: number;
  readonly #lock: string;
  readonly #redact: ((text: string) => string) | undefined;

  constructor(
    place: SessionPlace,
    options: {
      readonly redact?: ((text: string) => string) | undefined;
      readonly keepBytes?: number | undefined;
      /** Begins a new file, which is there with this in it or not at all. */
      readonly header?: SessionRecord | undefined;
    },
  ) {
    makeFolder(dirname(place.file));
    this.#redact = options.redact;
    this.#lock = takeLock(place);
    if (options.header !== undefined) {
      writeFileSync(`${place.file}.new`, this.#line(options.header), { mode: 0o600 });
      renameSync(`${place.file}.new`, place.file);
    }
    this.#descriptor = openSync(place.file, 'a', 0o600);
    if (options.keepBytes !== undefined) ftruncateSync(this.#descriptor, options.keepBytes);
  }

  append(record: SessionRecord): void {
    const bytes = this.#line(record);
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#descriptor, bytes, written);
  }

  #line(record: SessionRecord): Buffer {
    const line = `${JSON.stringify(record)}\n`;
    return Buffer.from(this.#redact === undefined ? line : this.#redact(line));
  }

  close(): void {
    closeSync(this.#descriptor);
    rmSync(this.#lock, { force: true });
  }
}

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
