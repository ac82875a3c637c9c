import { closeSync, constants, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '@loadout/node';
import { errors } from './errors.js';

const { O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_TRUNC, O_WRONLY } = constants;

interface WriteOptions {
  readonly text: string | Uint8Array;
  /** An existing file stays; the result says whether the file was written. */
  readonly exclusive?: boolean;
  /** Whether the place may be a link, a pipe or a device: a person has named it, such as /dev/stdout. */
  readonly isNamed?: boolean;
}

/** Writes a file. Throws FILE_NOT_WRITTEN, also for a link that nobody named: a repository may have laid it to a file that a shell reads. */
export function writeFile(file: string, { text, exclusive = false, isNamed = false }: WriteOptions): boolean {
  try {
    makeFolder(dirname(file), 0o777);
    if (exclusive) return writeNew(file, text);
    writeTo(openSync(file, O_CREAT | O_TRUNC | O_WRONLY | (isNamed ? 0 : O_NOFOLLOW | O_NONBLOCK)), text);
    return true;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const problem = code === 'ELOOP' ? 'it is a link, which is not followed; remove it first' : message;
    throw errors.FILE_NOT_WRITTEN({ file, problem }, { cause });
  }
}

/** Leaves nothing of a file that cannot be written whole, since the next attempt would take it for one that was there. */
function writeNew(file: string, text: string | Uint8Array): boolean {
  const descriptor = openNew(file);
  if (descriptor === undefined) return false;
  try {
    writeTo(descriptor, text);
    return true;
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

function writeTo(descriptor: number, text: string | Uint8Array): void {
  try {
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

function openNew(file: string): number | undefined {
  try {
    return openSync(file, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
}
