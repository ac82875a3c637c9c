import { chmodSync, realpathSync, statSync } from 'node:fs';
import { writeFile } from '@loadout/command';
import { messageOf } from '@loadout/core';
import { replaceWhole } from '@loadout/node';
import { errors } from '../errors.js';

/** Writes a file whole or not at all, in place of the file or the link that was there. Throws FILE_NOT_WRITTEN. */
export function writeWhole(file: string, text: string): void {
  checkWritable(file);
  try {
    replaceWhole(file, text);
  } catch (cause) {
    throw notWritten(file, cause);
  }
}

/**
 * Changes the text of a file of the project: a kill or a full disk leaves the old text or the new one. Its links and its mode stay, and a
 * link to a file that is not there is not followed. In a folder that takes no other file, only the file itself can be written. Throws FILE_NOT_WRITTEN.
 */
export function changeText(file: string, text: string): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return void writeFile(file, { text });
  checkWritable(file);
  const real = realpathSync.native(file);
  try {
    replaceWhole(real, text);
    chmodSync(real, stat.mode & 0o777);
  } catch (error) {
    if (!FOLDER_IS_CLOSED.has((error as NodeJS.ErrnoException).code ?? '')) throw notWritten(file, error);
    writeFile(real, { text });
  }
}

const FOLDER_IS_CLOSED = new Set(['EACCES', 'EPERM', 'EROFS']);

const notWritten = (file: string, cause: unknown) => errors.FILE_NOT_WRITTEN({ file, problem: messageOf(cause) }, { cause });

/** Throws FILE_NOT_WRITTEN for a folder, a device or a read-only file, which a file does not replace. */
export function checkWritable(file: string): void {
  const problem = problemWith(file);
  if (problem !== undefined) throw errors.FILE_NOT_WRITTEN({ file, problem });
}

function problemWith(file: string): string | undefined {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (found.isFile()) return (found.mode & 0o222) === 0 ? 'it is read-only' : undefined;
    return found.isDirectory() ? 'it is a folder' : 'it is not a regular file';
  } catch (error) {
    return messageOf(error);
  }
}
