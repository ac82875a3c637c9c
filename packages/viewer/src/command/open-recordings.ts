import { statSync } from 'node:fs';
import { messageOf } from '@loadout/core';
import { errors } from '../errors.js';
import type { Recording } from '../model/recording.js';
import { openFile } from '../read/open-file.js';

/** Opens recordings: all of them, or none. Throws VIEW_UNREAD, VIEW_FORMAT. */
export async function openRecordings(files: readonly string[]): Promise<readonly Recording[]> {
  const opened: Recording[] = [];
  try {
    for (const file of files) opened.push(await openOne(file));
    return opened;
  } catch (error) {
    for (const recording of opened) await recording.close();
    throw error;
  }
}

async function openOne(file: string): Promise<Recording> {
  // A pipe would make this command wait, and can be read only once.
  if (!statSync(file).isFile()) throw errors.VIEW_UNREAD({ file, problem: 'it is not a regular file' });
  try {
    return await openFile(file);
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    throw errors.VIEW_UNREAD({ file, problem: messageOf(cause) }, { cause });
  }
}
