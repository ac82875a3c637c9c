import type { SessionRecord } from '@loadout/runner';
import { serviceOf } from '../names.js';
import type { StateReader } from '../session/record-log.js';
import type { ChildRecords } from '../session/round-sessions.js';
import { childRecords, loadSession } from '../session/session-log.js';
import { query } from './admin.js';

/** A session as the engine has it. */
export interface EngineSession {
  /** Empty for a run that no worker has begun. */
  readonly records: readonly SessionRecord[];
  /** The records of subagents, by the ids from the run's own agent down, joined by `/`. */
  readonly children: ChildRecords;
}

interface Entry {
  readonly key: string;
  readonly value_utf8: string;
}

/** Reads a session from the engine. No worker is needed. */
export async function readSession(
  admin: string,
  { agent, run }: { readonly agent: string; readonly run: string },
): Promise<EngineSession> {
  const rows = await query<Entry>(
    admin,
    `SELECT key, value_utf8 FROM state WHERE service_name = '${serviceOf(agent)}' AND service_key = '${run}'`,
  );
  const log = await loadSession(stateOf(new Map(rows.map(({ key, value_utf8 }) => [key, value_utf8]))));
  return { records: log.own.records, children: childRecords(log) };
}

const stateOf = (entries: ReadonlyMap<string, string>): StateReader => ({
  get: <T>(key: string) => {
    const text = entries.get(key);
    return Promise.resolve(text === undefined ? null : (JSON.parse(text) as T)) as ReturnType<StateReader['get']> &
      Promise<T | null>;
  },
});
