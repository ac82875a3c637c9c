import { statSync } from 'node:fs';
import { messageOf } from '@loadout/core';
import { replaceWhole } from '@loadout/node';
import { errors } from '../errors.js';

/** Writes a file whole or not at all, in place of the file that was there. Throws FILE_NOT_WRITTEN. */
export function writeWhole(file: string, text: string): void {
  checkWritable(file);
  try {
    replaceWhole(file, text);
  } catch (cause) {
    throw errors.FILE_NOT_WRITTEN({ file, problem: messageOf(cause) }, { cause });
  }
}

/** Throws FILE_NOT_WRITTEN for a folder or a device, which a file does not replace. */
export function checkWritable(file: string): void {
  const problem = problemWith(file);
  if (problem !== undefined) throw errors.FILE_NOT_WRITTEN({ file, problem });
}

function problemWith(file: string): string | undefined {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined || found.isFile()) return undefined;
    return found.isDirectory() ? 'it is a folder' : 'it is not a regular file';
  } catch (error) {
    return messageOf(error);
  }
}
