import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '@loadout/core';
import { jsonIn } from '@loadout/node';
import { installedPackage } from '@loadout/runner';
import { isSessionInUse, type SessionHeader, type SessionRecord } from '@loadout/sessions';
import type { Format, Reading } from './file-recording.js';
import type { LineFile } from './line-file.js';

/** A session of the runner's own format, with the sessions of its subagents beside it. */
export const sessionFormat = (reading: Reading): Format => ({
  source: 'session',
  read: () => readSession(reading),
  record: recordIn,
  isRunning: () => isSessionInUse(reading.path),
  changes: keptChanges,
});

function readSession(reading: Reading): true {
  const { main, builder } = reading;
  readFile(main, reading, builder);
  const dir = builder.header?.artifactDir;
  for (const path of dir === undefined ? [] : filesIn(join(dir, 'agents'), /\.jsonl$/)) {
    const file = reading.other(path);
    if (file !== undefined) readFile(file, reading, builder.agent(path));
  }
  return true;
}

function readFile(file: LineFile, reading: Reading, to: Pick<Reading['builder'], 'add'>): void {
  const { places, notes } = reading;
  for (const line of file.lines()) {
    const record = recordIn(line.text);
    if (record === undefined) notes.add(`${file.path} has lines that are not records. They were left out.`);
    else reading.take(() => to.add(record, places.add(file, line)));
  }
}

/** A line that is a record. A checksum at its end is a field like any other. */
export function recordIn(text: string): SessionRecord | undefined {
  const value = jsonIn(text);
  return isObject(value) && typeof value.t === 'string' ? (value as unknown as SessionRecord) : undefined;
}

/** The files of a folder with such a name, sorted. A folder that is not there has none. */
export function filesIn(dir: string, name: RegExp): readonly string[] {
  try {
    return readdirSync(dir)
      .filter((one) => name.test(one))
      .sort()
      .map((one) => join(dir, one));
  } catch {
    return [];
  }
}

/** The changes by the checkpoints of a session. Without their package, the changes are those of the calls. */
async function keptChanges(header: SessionHeader) {
  const checkpoints = await installedPackage<typeof import('@loadout/checkpoints')>('@loadout/checkpoints');
  return checkpoints?.changesOfSession(header);
}
