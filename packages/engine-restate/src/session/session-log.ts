import type { SessionRecord } from '@loadout/runner';
import type { WorkspaceMark } from '../workspace/workspace.js';
import { addRecords, emptyLog, loadLogs, type RecordLog, type StateReader, type StateWriter, writePart } from './record-log.js';
import { type ChildRecords, OWN } from './round-sessions.js';
import type { Step } from './step.js';

/** The entry with the paths of all subagents. */
const CHILDREN = 'children';
/** The entry with the files that belong to the last record. */
const WORKSPACE = 'workspace';

/** The records of a session and of its subagents, as the object of the session stores them. */
export interface SessionLog {
  readonly own: RecordLog;
  /** By path. */
  readonly children: Map<string, RecordLog>;
  /** The files that belong to the last record. */
  workspace: WorkspaceMark | undefined;
}

export async function loadSession(state: StateReader): Promise<SessionLog> {
  const [asked, mark] = [state.get<readonly string[]>(CHILDREN), state.get<WorkspaceMark>(WORKSPACE)];
  const paths = (await asked) ?? [];
  const workspace = (await mark) ?? undefined;
  const [own = emptyLog(OWN), ...children] = await loadLogs(state, [OWN, ...paths]);
  return { own, children: new Map(children.map((log) => [log.path, log])), workspace };
}

/** Adds a step. With the end of a round, all its records are in the state. */
export function saveStep(state: StateWriter, log: SessionLog, { records, children = {}, end, workspace }: Step): void {
  addRecords(state, log.own, records);
  const [known, parts] = [log.children.size, log.own.partCount];
  for (const [path, added] of Object.entries(children)) {
    const child = log.children.get(path) ?? emptyLog(path);
    log.children.set(path, child);
    addRecords(state, child, added);
  }
  if (log.children.size > known) state.set(CHILDREN, [...log.children.keys()]);
  // The part has the records before this step, and the state the files of these records.
  if (log.own.partCount > parts) writeMark(state, log);
  log.workspace = workspace ?? log.workspace;
  if (end !== undefined) writeAll(state, log);
}

/** Writes everything that is not in the state yet. */
export function writeAll(state: StateWriter, log: SessionLog): void {
  writeMark(state, log);
  for (const one of [log.own, ...log.children.values()]) writePart(state, one);
}

function writeMark(state: StateWriter, { workspace }: SessionLog): void {
  if (workspace !== undefined) state.set(WORKSPACE, workspace);
}

/** Returns the records of subagents, by path. */
export const childRecords = ({ children }: SessionLog): ChildRecords =>
  new Map<string, readonly SessionRecord[]>([...children].map(([path, { records }]) => [path, records]));
