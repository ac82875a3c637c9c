import { readFileSync } from 'node:fs';
import { isObject } from '@loadout/core';
import type { SessionRecord } from '@loadout/runner';
import { errors } from '../errors.js';

/** The records of a session file. A last line that was cut off is left out. Throws REPLAY_NO_TURNS for a file of another format. */
export function readRecords(file: string): readonly SessionRecord[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.filter((line) => line.trim() !== '').map(recordIn);
}

function recordIn(line: string): SessionRecord {
  let cause: unknown;
  try {
    const record: unknown = JSON.parse(line);
    if (isObject(record)) return record as unknown as SessionRecord;
  } catch (error) {
    cause = error;
  }
  throw errors.REPLAY_NO_TURNS({}, { cause });
}
