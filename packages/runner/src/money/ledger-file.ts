import { closeSync, fstatSync, openSync, statSync, writeSync } from 'node:fs';

interface OpenFile {
  readonly path: string;
  readonly descriptor: number;
  readonly dev: number;
  readonly ino: number;
}

/** The file that this process appended to last. It stays open, because opening costs more than the write of a line. */
let last: OpenFile | undefined;

/**
 * Appends with one write, which no write of another process interrupts. Returns the number of bytes that the disk took. The path decides:
 * if it names another file by now, or none, the bytes do not go to the file that was open.
 */
export const appendedTo = (path: string, bytes: Buffer): number =>
  written(last !== undefined && isAt(path, last) ? last : openedAt(path), bytes);

/** Appends in the same way to the file that was open at this path, where the line is of use only behind one that this file has. */
export const appendedBehind = (path: string, bytes: Buffer): number =>
  written(last?.path === path ? last : openedAt(path), bytes);

function written({ descriptor }: OpenFile, bytes: Buffer): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    close();
    throw error;
  }
}

function isAt(path: string, file: OpenFile): boolean {
  if (path !== file.path) return false;
  const now = statSync(path, { throwIfNoEntry: false });
  return now?.ino === file.ino && now.dev === file.dev;
}

function openedAt(path: string): OpenFile {
  close();
  const descriptor = openSync(path, 'a', 0o600);
  const { dev, ino } = fstatSync(descriptor);
  last = { path, descriptor, dev, ino };
  return last;
}

function close(): void {
  if (last === undefined) return;
  const { descriptor } = last;
  last = undefined;
  closeSync(descriptor);
}
