import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';

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

  /** Throws the error of the file system, and for what is no file: a device would never end, and a pipe would never begin. */
  constructor(path: string) {
    this.path = path;
    this.#descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = fstatSync(this.#descriptor);
    this.#inode = stat.ino;
    if (stat.isFile()) return;
    this.close();
    throw new Error(`${path} is not a regular file`);
  }

  /** The lines since the last call. An incomplete last line is left for the next call. */
  *lines(): Generator<Line> {
    let parts: Buffer[] = [];
    let at = this.#offset;
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const read = readSync(this.#descriptor, chunk, 0, CHUNK, at);
      if (read === 0) return;
      at += read;
      const bytes = chunk.subarray(0, read);
      let start = 0;
      for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
        const last = bytes.subarray(start, end);
        const whole = parts.length === 0 ? last : Buffer.concat([...parts, last]);
        const line = { text: whole.toString('utf8'), offset: this.#offset, bytes: whole.length };
        parts = [];
        this.#offset += whole.length + 1;
        start = end + 1;
        yield line;
      }
      if (start < read) parts.push(bytes.subarray(start));
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
      const now = statSync(this.path);
      return now.isFile() && (now.ino !== this.#inode || now.size < this.#offset);
    } catch {
      // The open descriptor still reads a file that was deleted.
      return false;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
