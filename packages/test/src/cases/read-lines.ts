import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** A line without its end. */
export interface Line {
  readonly text: string;
  /** Counted from 1. */
  readonly number: number;
}

const CHUNK = 64 * 1024;
/** The most characters of a line. */
export const LONGEST_LINE = 16 * 1024 * 1024;

/** Yields the lines of a file, of which one chunk and one line are in memory. Throws the system's error, and `tooLong` for a line without end. */
export function* readLines(file: string, tooLong: (number: number) => Error): Generator<Line> {
  // A pipe would make the open wait for ever.
  if (!statSync(file).isFile()) throw Object.assign(new Error('it is not a file'), { code: 'EINVAL' });
  const fd = openSync(file, 'r');
  try {
    yield* linesIn(fd, tooLong);
  } finally {
    closeSync(fd);
  }
}

function* linesIn(fd: number, tooLong: (number: number) => Error): Generator<Line> {
  const decoder = new StringDecoder('utf8');
  const chunk = Buffer.alloc(CHUNK);
  let number = 0;
  let begun: string[] = [];
  let length = 0;
  for (;;) {
    const size = readSync(fd, chunk);
    const [first = '', ...others] = (size === 0 ? decoder.end() : decoder.write(chunk.subarray(0, size))).split('\n');
    begun.push(first);
    length += first.length;
    if (length > LONGEST_LINE) throw tooLong(number + 1);
    for (const next of others) {
      number += 1;
      yield { text: ended(begun.join(''), number), number };
      [begun, length] = [[next], next.length];
    }
    if (size > 0) continue;
    if (length > 0) yield { text: ended(begun.join(''), number + 1), number: number + 1 };
    return;
  }
}

/** The text without the return of Windows, and without the mark in front of a file. */
const ended = (text: string, number: number): string => (number === 1 ? text.replace(/^\uFEFF/, '') : text).replace(/\r$/, '');
