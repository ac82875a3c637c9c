import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf } from '@loadout/core';
import { errors } from '../errors.js';

/** Puts the value there as a whole, in place of what stood there. Only the owner may read it. */
export function replaceWhole(path: string, value: unknown): void {
  withTemporary(path, { value, place: (temporary) => renameSync(temporary, path) });
}

/** Puts the value there as a whole if nothing stands there. Of all who try, in any process, one gets `true`. */
export function createWhole(path: string, value: unknown): boolean {
  return withTemporary(path, {
    value,
    place(temporary) {
      try {
        linkSync(temporary, path);
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
        throw error;
      } finally {
        rmSync(temporary, { force: true });
      }
    },
  });
}

function withTemporary<T>(path: string, { value, place }: { value: unknown; place: (temporary: string) => T }): T {
  const folder = dirname(path);
  const temporary = join(folder, `.${randomBytes(6).toString('hex')}.tmp`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(descriptor, `${JSON.stringify(value, null, 2)}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    return place(temporary);
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw errors.SCHEDULE_STORE({ path: folder, problem: messageOf(cause) }, { cause });
  }
}
