import type { SessionRecord } from '@loadout/runner';
import { addRecords, emptyLog, loadLogs, type RecordLog, type StateReader, type StateWriter, writePart } from './record-log.js';
import { type ChildRecords, OWN } from './round-sessions.js';
import type { Step } from './step.js';

/** The entry with the paths of all subagents. */
const CHILDREN = 'children';

/** The records of a session and of its subagents, as the object of the session stores them. */
export interface SessionLog {
  readonly own: RecordLog;
  /** By path. */
  readonly children: Map<string, RecordLog>;
}

export async function loadSession(state: StateReader): Promise<SessionLog> {
  const paths = (await state.get<readonly string[]>(CHILDREN)) ?? [];
  const [own = emptyLog(OWN), ...children] = await loadLogs(state, [OWN, ...paths]);
  return { own, children: new Map(children.map((log) => [log.path, log])) };
}

/** Adds a step. With the end of a round, all its records are in the state. */
export function saveStep(state: StateWriter, log: SessionLog, { records, children = {}, end }: Step): void {
  addRecords(state, log.own, records);
  const known = log.children.size;
  for (const [path, added] of Object.entries(children)) {
    const child = log.children.get(path) ?? emptyLog(path);
    log.children.set(path, child);
    addRecords(state, child, added);
  }
  if (log.children.size > known) state.set(CHILDREN, [...log.children.keys()]);
  if (end !== undefined) writeAll(state, log);
}

/** Writes everything that is not in the state yet. */
export function writeAll(state: StateWriter, { own, children }: SessionLog): void {
  for (const log of [own, ...children.values()]) writePart(state, log);
}

/** Returns the records of subagents, by path. */
export const childRecords = ({ children }: SessionLog): ChildRecords =>
  new Map<string, readonly SessionRecord[]>([...children].map(([path, { records }]) => [path, records]));
