import { readFileSync } from 'node:fs';
import type { SessionRecord } from '@loadout/runner';
import { errors } from '../errors.js';

/** The records of a session file. A last line that was cut off is left out. Throws REPLAY_NO_TURNS for a file of another format. */
export function readRecords(file: string): readonly SessionRecord[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  try {
    return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as SessionRecord);
  } catch (cause) {
    throw errors.REPLAY_NO_TURNS({}, { cause });
  }
}
