import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A whole line of a file: its text and where it lies. */
export interface Line {
  readonly text: string;
  readonly offset: number;
  readonly bytes: number;
}

const CHUNK = 1024 * 1024;

/** A file of lines that may grow. Lines are read once, in order, and again by their place; nothing of them stays in memory. */
export class LineFile {
  readonly path: string;
  #descriptor: number;
  #inode: number;
  /** The number of bytes of whole lines that were read. */
  #offset = 0;

  /** Throws the error of the file system. */
  constructor(path: string) {
    this.path = path;
    this.#descriptor = openSync(path, 'r');
    this.#inode = fstatSync(this.#descriptor).ino;
  }

  /** The lines since the last call. An incomplete last line is left for the next call. */
  *lines(): Generator<Line> {
    let rest = Buffer.alloc(0);
    let at = this.#offset;
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const read = readSync(this.#descriptor, chunk, 0, CHUNK, at);
      if (read === 0) return;
      at += read;
      const bytes = rest.length === 0 ? chunk.subarray(0, read) : Buffer.concat([rest, chunk.subarray(0, read)]);
      let start = 0;
      for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
        const line = { text: bytes.toString('utf8', start, end), offset: this.#offset, bytes: end - start };
        this.#offset += end - start + 1;
        start = end + 1;
        yield line;
      }
      rest = Buffer.from(bytes.subarray(start));
    }
  }

  /** Reads a line again; `undefined`: the file does not reach that far any more. */
  at({ offset, bytes }: Omit<Line, 'text'>): string | undefined {
    const buffer = Buffer.allocUnsafe(bytes);
    let done = 0;
    while (done < bytes) {
      const read = readSync(this.#descriptor, buffer, done, bytes - done, offset + done);
      if (read === 0) return undefined;
      done += read;
    }
    return buffer.toString('utf8');
  }

  /** Whether the path leads to another file now, or the file is shorter than what was read of it. */
  get isReplaced(): boolean {
    try {
      const now = openSync(this.path, 'r');
      try {
        const { ino, size } = fstatSync(now);
        return ino !== this.#inode || size < this.#offset;
      } finally {
        closeSync(now);
      }
    } catch {
      // The open descriptor still reads a file that was deleted.
      return false;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
