import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { unlessCode } from '@loadout/node';
import { type LedgerLine, readLine } from './ledger-line.js';

type Take = (line: LedgerLine) => boolean | undefined;

const PIECE_BYTES = 256 * 1024;
const NEWLINE = 10;

/** Reads a file of the ledger while others append to it: each reading returns the lines since the one before. */
export class LedgerTail {
  readonly #path: string;
  #offset = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Passes the new lines on, in the order of the file. Stops behind a line for which `take` returns false; the next reading
   * begins there. A line without an end is still being written, so it is left for the next reading.
   */
  read(take: Take): void {
    const descriptor = opened(this.#path);
    if (descriptor === undefined) return;
    try {
      const { size } = fstatSync(descriptor);
      for (let isWanted = true; isWanted && this.#offset < size; ) {
        const before = this.#offset;
        isWanted = this.#readPiece(descriptor, { size, take });
        if (this.#offset === before) return;
      }
    } finally {
      closeSync(descriptor);
    }
  }

  #readPiece(descriptor: number, { size, take }: { readonly size: number; readonly take: Take }): boolean {
    const left = size - this.#offset;
    let bytes = readAt(descriptor, { from: this.#offset, length: Math.min(left, PIECE_BYTES) });
    if (left > PIECE_BYTES && !bytes.includes(NEWLINE)) bytes = readAt(descriptor, { from: this.#offset, length: left });
    for (let start = 0; ; ) {
      const end = bytes.indexOf(NEWLINE, start);
      if (end === -1) return true;
      this.#offset += end + 1 - start;
      const line = readLine(bytes.toString('utf8', start, end));
      if (line !== undefined && take(line) === false) return false;
      start = end + 1;
    }
  }
}

function readAt(descriptor: number, { from, length }: { readonly from: number; readonly length: number }): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(descriptor, buffer, 0, length, from));
}

function opened(path: string): number | undefined {
  // Most days of a month have no file yet, and an error takes longer than a look.
  if (!existsSync(path)) return undefined;
  return unlessCode(() => openSync(path, 'r'), 'ENOENT');
}
