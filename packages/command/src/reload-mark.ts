import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '@loadout/core';

/** A change of a configuration that `loadout dev` found and checked. Open chats of the configuration read it (GAP-F11). */
export interface ReloadMark {
  /** The time at which the changed files were not read yet, in milliseconds of the clock. */
  readonly at: number;
  /** The names of the changed files. */
  readonly changed: string;
}

/** The file with the mark of a configuration. */
export function reloadMarkFile(config: string, stateDir: string): string {
  const name = createHash('sha256').update(realpathSync.native(config)).digest('hex').slice(0, 32);
  return join(stateDir, 'dev', `${name}.json`);
}

/** Returns the mark, or `undefined` if there is none. */
export function readReloadMark(file: string): ReloadMark | undefined {
  try {
    const mark: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isObject(mark) || typeof mark.at !== 'number' || typeof mark.changed !== 'string') return undefined;
    return { at: mark.at, changed: mark.changed };
  } catch {
    return undefined;
  }
}
