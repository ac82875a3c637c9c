import { readdirSync } from 'node:fs';
import { messageOf } from '@loadout/core';
import { errors } from '../errors.js';

/** Returns the names in a folder. A folder that is not there has none. Throws SCHEDULE_STORE for one that cannot be read. */
export function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw errors.SCHEDULE_STORE({ path: dir, problem: messageOf(cause) }, { cause });
  }
}
