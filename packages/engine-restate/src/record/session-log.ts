import type { SessionRecord } from '@loadout/sessions';
import { type KeptResult, partName, type ResultPart } from '../results/long-result.js';
import type { WorkspaceMark } from '../workspace/workspace.js';
import { addRecords, emptyLog, loadLogs, type RecordLog, type StateReader, type StateWriter, writePart } from './record-log.js';
import { type ChildRecords, OWN } from './round-sessions.js';
import type { Step } from './step.js';

/** The entry with the paths of all subagents. */
const CHILDREN = 'children';
/** The entry with the files that belong to the last record. */
const WORKSPACE = 'workspace';
/** The entry with the long results. Their parts are entries of their own. */
const RESULTS = 'results';

/** The records of a session and of its subagents, as the object of the session stores them. */
export interface SessionLog {
  readonly own: RecordLog;
  /** By path. */
  readonly children: Map<string, RecordLog>;
  /** The files that belong to the last record. */
  workspace: WorkspaceMark | undefined;
  results: readonly KeptResult[];
  /** The parts that the engine may not have in the state yet, by the names of their entries. */
  readonly parts: Map<string, string>;
}

export async function loadSession(state: StateReader): Promise<SessionLog> {
  const asked = state.get<readonly string[]>(CHILDREN);
  const mark = state.get<WorkspaceMark>(WORKSPACE);
  const kept = state.get<readonly KeptResult[]>(RESULTS);
  const paths = (await asked) ?? [];
  const workspace = (await mark) ?? undefined;
  const results = (await kept) ?? [];
  const [own = emptyLog(OWN), ...children] = await loadLogs(state, [OWN, ...paths]);
  return { own, children: new Map(children.map((log) => [log.path, log])), workspace, results, parts: new Map() };
}

/** Adds a step. With the end of a round, all its records are in the state. */
export function saveStep(state: StateWriter, log: SessionLog, { records, children = {}, end, workspace, results }: Step): void {
  addRecords(state, log.own, records);
  if (results !== undefined) saveResults(state, log, results);
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
function writeAll(state: StateWriter, log: SessionLog): void {
  writeMark(state, log);
  for (const one of [log.own, ...log.children.values()]) writePart(state, one);
}

function writeMark(state: StateWriter, { workspace }: SessionLog): void {
  if (workspace !== undefined) state.set(WORKSPACE, workspace);
}

function saveResults(state: StateWriter, log: SessionLog, parts: readonly ResultPart[]): void {
  for (const { path, part, text } of parts) if (part > 0) state.set(partName(path, part), text);
  const whole = parts
    .filter(({ part, parts: all }) => part === all)
    .map(({ path, bytes, parts: all }) => ({ path, bytes, parts: all }));
  if (whole.length === 0) return;
  log.results = [...log.results, ...whole];
  state.set(RESULTS, log.results);
}

/** Keeps the long results of a step that another worker recorded, for the round that this worker begins. */
export function rememberResults(log: SessionLog, { results = [] }: Step): void {
  for (const { path, part, text } of results) log.parts.set(partName(path, part), text);
}

/** Returns the records of subagents, by path. */
export const childRecords = ({ children }: SessionLog): ChildRecords =>
  new Map<string, readonly SessionRecord[]>([...children].map(([path, { records }]) => [path, records]));
