import type { SessionRecord } from '@loadout/runner';
import type { ObjectContext } from '@restatedev/restate-sdk';
import { OWN } from './round-sessions.js';

/** The most steps, and the most bytes, that wait to become a page. A step may be larger and is then a page of its own. */
const MOST_STEPS = 128;
const MOST_BYTES = 512 * 1024;

/**
 * The records of one session. Each step is an entry of the object's state, and many steps are folded into one page, so that a long
 * session has few entries and no entry is large. A step is written twice in all, however long the session becomes.
 */
export interface RecordLog {
  /** The path of the session, which its entries have in their names. */
  readonly path: string;
  readonly records: SessionRecord[];
  /** The number of steps so far, folded or not. */
  steps: number;
  pages: number;
  /** The steps that are no part of a page yet, which are the last ones. */
  tail: (readonly SessionRecord[])[];
  tailBytes: number;
}

/** The parts of a log that say where its records are. One entry, so that it changes at once. */
interface Extent {
  readonly steps: number;
  readonly pages: number;
  /** The number of steps in pages. */
  readonly folded: number;
}

/** The state of an object, or a copy of it. */
export type StateReader = Pick<ObjectContext, 'get'>;
export type StateWriter = Pick<ObjectContext, 'set' | 'clear'>;

/** Reads the logs with these paths. All entries of a kind are asked for at once: an answer of the engine takes longer than the entry. */
export async function loadLogs(state: StateReader, paths: readonly string[]): Promise<readonly RecordLog[]> {
  const extents = paths.map((path) => ({ path, extent: state.get<Extent>(nameOf(path, 'log')) }));
  const asked = [];
  for (const { path, extent } of extents) {
    const { steps, pages, folded } = (await extent) ?? { steps: 0, pages: 0, folded: 0 };
    const names = [...numbered('page', { from: 0, to: pages }), ...numbered('step', { from: folded, to: steps })];
    asked.push({ path, steps, pages, entries: names.map((name) => state.get<readonly SessionRecord[]>(nameOf(path, name))) });
  }
  const logs: RecordLog[] = [];
  for (const { path, steps, pages, entries } of asked) {
    const read: (readonly SessionRecord[])[] = [];
    for (const entry of entries) read.push((await entry) ?? []);
    const tail = read.slice(pages);
    const tailBytes = tail.reduce((sum, step) => sum + bytesOf(step), 0);
    logs.push({ path, records: read.flat(), steps, pages, tail, tailBytes });
  }
  return logs;
}

export const emptyLog = (path: string): RecordLog => ({ path, records: [], steps: 0, pages: 0, tail: [], tailBytes: 0 });

/** Adds the records of a step, of which there is at least one. */
export function saveRecords(state: StateWriter, log: RecordLog, records: readonly SessionRecord[]): void {
  const bytes = bytesOf(records);
  if (log.tail.length >= MOST_STEPS || (log.tail.length > 0 && log.tailBytes + bytes > MOST_BYTES)) fold(state, log);
  log.steps += 1;
  log.records.push(...records);
  log.tail.push(records);
  log.tailBytes += bytes;
  state.set(nameOf(log.path, `step ${log.steps}`), records);
  state.set<Extent>(nameOf(log.path, 'log'), extentOf(log));
}

/** Makes a page of the tail. The page is there before the log says so, and its steps are until then: no reader finds a gap. */
function fold(state: StateWriter, log: RecordLog): void {
  const { path, steps, tail } = log;
  log.pages += 1;
  state.set(nameOf(path, `page ${log.pages}`), tail.flat());
  log.tail = [];
  log.tailBytes = 0;
  state.set<Extent>(nameOf(path, 'log'), extentOf(log));
  for (const name of numbered('step', { from: steps - tail.length, to: steps })) state.clear(nameOf(path, name));
}

const extentOf = ({ steps, pages, tail }: RecordLog): Extent => ({ steps, pages, folded: steps - tail.length });

/** The name of an entry. A path has no space, so no two sessions have an entry with the same name. */
const nameOf = (path: string, name: string): string => (path === OWN ? name : `${path} ${name}`);

const numbered = (kind: string, { from, to }: { readonly from: number; readonly to: number }): readonly string[] =>
  Array.from({ length: to - from }, (_, index) => `${kind} ${from + index + 1}`);

const bytesOf = (records: readonly SessionRecord[]) => Buffer.byteLength(JSON.stringify(records));
