import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '@loadout/core';
import * as node from '@loadout/node';
import { errors } from '../errors.js';

/** Puts the value there as a whole, in place of what stood there. Only the owner may read it. Throws SCHEDULE_STORE. */
export const replaceWhole = (path: string, value: unknown): void => stored(path, () => node.replaceWhole(path, textOf(value)));

/** Puts the value there as a whole if nothing stands there. Of all who try, in any process, one gets `true`. Throws SCHEDULE_STORE. */
export const createWhole = (path: string, value: unknown): boolean => stored(path, () => node.createWhole(path, textOf(value)));

const textOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function stored<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (cause) {
    throw errors.SCHEDULE_STORE({ path: dirname(path), problem: messageOf(cause) }, { cause });
  }
}

/** Returns the names in a folder. A folder that is not there has none. Throws SCHEDULE_STORE for one that cannot be read. */
export function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw errors.SCHEDULE_STORE({ path: dir, problem: messageOf(cause) }, { cause });
  }
}
