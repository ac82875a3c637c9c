import type { SessionRecord } from '@loadout/runner';
import { emptyLog, loadLogs, type RecordLog, type StateReader, type StateWriter, saveRecords } from './record-log.js';
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

/** Adds a step. A step without records is not stored. */
export function saveStep(state: StateWriter, { own, children }: SessionLog, step: Step): void {
  if (step.records.length > 0) saveRecords(state, own, step.records);
  const known = children.size;
  for (const [path, records] of Object.entries(step.children ?? {})) {
    const log = children.get(path) ?? emptyLog(path);
    children.set(path, log);
    saveRecords(state, log, records);
  }
  if (children.size > known) state.set(CHILDREN, [...children.keys()]);
}

/** Returns the records of subagents, by path. */
export const childRecords = ({ children }: SessionLog): ChildRecords =>
  new Map<string, readonly SessionRecord[]>([...children].map(([path, { records }]) => [path, records]));
