import { closeSync, fstatSync, openSync, statSync, writeSync } from 'node:fs';

interface OpenFile {
  readonly path: string;
  readonly descriptor: number;
  readonly dev: number;
  readonly ino: number;
}

/**
 * The file that gets a line if the path leads elsewhere by now: the new one, or the one that was open. The end of a request is of use
 * only behind its beginning.
 */
export type Place = 'where the path leads' | 'behind its request';

/** The file that a ledger appended to last. It stays open, because opening costs more than the write of a line. */
export class LedgerFile {
  #open: OpenFile | undefined;
  #isClosed = false;

  /** Appends with one write, which no write of another process interrupts. Returns the number of bytes that the disk took. */
  append(path: string, bytes: Buffer, place: Place): number {
    const { descriptor } = this.#fileFor(path, place);
    try {
      return writeSync(descriptor, bytes);
    } catch (error) {
      this.#release();
      throw error;
    } finally {
      if (this.#isClosed) this.#release();
    }
  }

  /** Keeps no file open from now on. */
  close(): void {
    this.#isClosed = true;
    this.#release();
  }

  #fileFor(path: string, place: Place): OpenFile {
    const open = this.#open;
    if (open?.path === path && (place === 'behind its request' || isAt(path, open))) return open;
    this.#release();
    const descriptor = openSync(path, 'a', 0o600);
    const { dev, ino } = fstatSync(descriptor);
    this.#open = { path, descriptor, dev, ino };
    return this.#open;
  }

  #release(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open !== undefined) closeSync(open.descriptor);
  }
}

function isAt(path: string, { dev, ino }: OpenFile): boolean {
  const now = statSync(path, { throwIfNoEntry: false });
  return now?.ino === ino && now.dev === dev;
}
