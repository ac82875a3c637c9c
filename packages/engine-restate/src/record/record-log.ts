import type { SessionRecord } from '@loadout/sessions';
import type { ObjectContext } from '@restatedev/restate-sdk';
import { OWN } from './round-sessions.js';

/** The most parts, and the most bytes, that wait to become a page. One step may be larger and is then a part and a page of its own. */
const MOST_PARTS = 128;
const MOST_BYTES = 512 * 1024;

type Records = readonly SessionRecord[];

/**
 * The records of one session in the state of an object. The steps of a prompt are in the journal of the prompt, so they are written
 * as one part when its round ends, or when they are large. Many parts are folded into one page. A long session has few entries, no
 * entry is large, and a record is written to the state twice in all.
 */
export interface RecordLog {
  /** The path of the session, which its entries have in their names. */
  readonly path: string;
  readonly records: SessionRecord[];
  /** The steps that are not in the state yet. */
  steps: Batch;
  /** The parts that are not in a page yet, which are the last ones. */
  parts: Batch;
  partCount: number;
  pageCount: number;
}

/** Lists of records that wait to become one entry. */
class Batch {
  readonly entries: Records[] = [];
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** True if an entry of so many bytes has room. An entry that is too large by itself is alone. */
  hasRoom(bytes: number): boolean {
    return this.entries.length === 0 || this.#bytes + bytes <= MOST_BYTES;
  }

  add(records: Records, bytes: number): void {
    this.entries.push(records);
    this.#bytes += bytes;
  }
}

/** The numbers that say where the records are. One entry, so that they change at once. */
interface Extent {
  readonly parts: number;
  readonly pages: number;
  /** The number of parts that are in pages. */
  readonly folded: number;
}

const NOTHING: Extent = { parts: 0, pages: 0, folded: 0 };

/** The state of an object, or a copy of it. */
export interface StateReader {
  get<T>(name: string): Promise<T | null>;
}
export type StateWriter = Pick<ObjectContext, 'set' | 'clear'>;

/** Reads the logs with these paths. Entries are asked for all at once: the way to the engine takes longer than an entry. */
export async function loadLogs(state: StateReader, paths: readonly string[]): Promise<readonly RecordLog[]> {
  const extents = paths.map((path) => ({ path, extent: state.get<Extent>(nameOf(path, 'log')) }));
  const asked = [];
  for (const { path, extent } of extents) {
    const { parts, pages, folded } = (await extent) ?? NOTHING;
    const names = [...numbered('page', { from: 0, to: pages }), ...numbered('part', { from: folded, to: parts })];
    asked.push({ path, parts, pages, entries: names.map((name) => state.get<Records>(nameOf(path, name))) });
  }
  const logs: RecordLog[] = [];
  for (const { path, parts: partCount, pages: pageCount, entries } of asked) {
    const read: Records[] = [];
    for (const entry of entries) read.push((await entry) ?? []);
    const parts = new Batch();
    for (const part of read.slice(pageCount)) parts.add(part, bytesOf(part));
    logs.push({ path, records: read.flat(), steps: new Batch(), parts, partCount, pageCount });
  }
  return logs;
}

export const emptyLog = (path: string): RecordLog => ({
  path,
  records: [],
  steps: new Batch(),
  parts: new Batch(),
  partCount: 0,
  pageCount: 0,
});

/** Adds the records of a step. They are in the state after the next `writePart`. */
export function addRecords(state: StateWriter, log: RecordLog, records: Records): void {
  if (records.length === 0) return;
  const bytes = bytesOf(records);
  if (!log.steps.hasRoom(bytes)) writePart(state, log);
  log.records.push(...records);
  log.steps.add(records, bytes);
}

/** Writes the steps that are not in the state yet. */
export function writePart(state: StateWriter, log: RecordLog): void {
  const { entries, bytes } = log.steps;
  if (entries.length === 0) return;
  if (log.parts.entries.length >= MOST_PARTS || !log.parts.hasRoom(bytes)) writePage(state, log);
  const part = entries.flat();
  log.steps = new Batch();
  log.parts.add(part, bytes);
  log.partCount += 1;
  state.set(nameOf(log.path, `part ${log.partCount}`), part);
  state.set<Extent>(nameOf(log.path, 'log'), extentOf(log));
}

/** Makes a page of the parts. The log says so after the page is there and before the parts are gone: no reader finds a gap. */
function writePage(state: StateWriter, log: RecordLog): void {
  const { entries } = log.parts;
  log.pageCount += 1;
  log.parts = new Batch();
  state.set(nameOf(log.path, `page ${log.pageCount}`), entries.flat());
  state.set<Extent>(nameOf(log.path, 'log'), extentOf(log));
  const folded = numbered('part', { from: log.partCount - entries.length, to: log.partCount });
  for (const name of folded) state.clear(nameOf(log.path, name));
}

const extentOf = ({ partCount, pageCount, parts }: RecordLog): Extent => ({
  parts: partCount,
  pages: pageCount,
  folded: partCount - parts.entries.length,
});

/** The name of an entry. A path has no space, so no two sessions have an entry with the same name. */
const nameOf = (path: string, name: string): string => (path === OWN ? name : `${path} ${name}`);

const numbered = (kind: string, { from, to }: { readonly from: number; readonly to: number }): readonly string[] =>
  Array.from({ length: to - from }, (_, index) => `${kind} ${from + index + 1}`);

const bytesOf = (records: Records) => Buffer.byteLength(JSON.stringify(records));
