import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import { isLoadoutError, messageOf } from '@loadout/core';
import { placeOfOpenFile } from '@loadout/node/platform';
import { errors } from '../errors.js';

/** Facts that show a change of a file without reading it. */
export interface FileStamp {
  readonly mtimeMs: number;
  readonly size: number;
  readonly ino: number;
}

export interface TextFile {
  readonly path: string;
  readonly text: string;
  readonly hash: string;
  readonly stamp: FileStamp;
}

const MOST_BYTES = 10 * 1024 * 1024;

/**
 * Reads a text file at a real path. Follows no link, checks that the opened file is still at the path, and reads only regular
 * files. Throws LSP_FILE_UNUSABLE.
 */
export function readTextFile(path: string): TextFile {
  try {
    const { bytes, stats } = readRegular(path);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { path, text, hash: hashOf(text), stamp: stampOf(stats) };
  } catch (error) {
    throw isLoadoutError(error) ? error : errors.LSP_FILE_UNUSABLE({ path, problem: problemOf(error) }, { cause: error });
  }
}

export const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');

/** Whether a file at a real path may be another than the one with this stamp. */
export function mayHaveChanged(path: string, stamp: FileStamp): boolean {
  try {
    const now = statSync(path);
    return now.mtimeMs !== stamp.mtimeMs || now.size !== stamp.size || now.ino !== stamp.ino;
  } catch {
    return true;
  }
}

function readRegular(path: string): { readonly bytes: Buffer; readonly stats: Stats } {
  // A FIFO must not hold the call up.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(fd);
    const unusable = (problem: string) => errors.LSP_FILE_UNUSABLE({ path, problem });
    if (!stats.isFile()) throw unusable(stats.isDirectory() ? 'it is a directory' : 'it is not a regular file');
    if (stats.size > MOST_BYTES) throw unusable(`it has ${stats.size} bytes, at most ${MOST_BYTES} are taken`);
    if (placeOfOpenFile({ descriptor: fd, path }) !== path) throw unusable('a link took the place of a folder on its way');
    return { bytes: readFileSync(fd), stats };
  } finally {
    closeSync(fd);
  }
}

const stampOf = ({ mtimeMs, size, ino }: Stats): FileStamp => ({ mtimeMs, size, ino });

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of the path is not a directory',
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
  ELOOP: 'it is a link',
  ENXIO: 'it is not a regular file',
};

function problemOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'it is not UTF-8 text';
  return REASONS[code] ?? messageOf(error);
}

/** How a server counts inside a line. */
export type PositionEncoding = 'utf-16' | 'utf-8' | 'utf-32';

export const linesOf = (text: string): readonly string[] => text.split(/\r\n|\n|\r/);

/** Converts a position in a line to the units of a server. `character` counts whole characters from 1, as a person does. */
export function toUnits(
  line: string,
  { character, encoding }: { readonly character: number; readonly encoding: PositionEncoding },
) {
  const before = [...line].slice(0, character - 1).join('');
  if (encoding === 'utf-8') return Buffer.byteLength(before);
  return encoding === 'utf-16' ? before.length : [...before].length;
}

/** The character at a server's place in a line. */
export function toCharacter(line: string, { units, encoding }: { readonly units: number; readonly encoding: PositionEncoding }) {
  if (encoding === 'utf-32') return units + 1;
  const before = encoding === 'utf-16' ? line.slice(0, units) : Buffer.from(line).subarray(0, units).toString('utf8');
  return [...before].length + 1;
}
