import type { SessionRecord } from '@loadout/runner';
import type { ObjectContext, ObjectSharedContext } from '@restatedev/restate-sdk';
import type { Step } from './step.js';

/** The most parts, and the most bytes, that wait to become a page. One step may be larger and is then a part and a page of its own. */
const MOST_PARTS = 128;
const MOST_BYTES = 512 * 1024;

type Records = readonly SessionRecord[];

/**
 * The records of a session in the state of its object. The steps of a prompt are in the journal of the prompt, so they are written as
 * one part when its round ends, or when they are large. Many parts are folded into one page. A long session has few entries, no entry
 * is large, and a record is written to the state twice in all.
 */
export interface RecordLog {
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
    if (records.length === 0) return;
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

export async function loadRecords(ctx: ObjectContext | ObjectSharedContext): Promise<RecordLog> {
  const { parts: partCount, pages: pageCount, folded } = (await ctx.get<Extent>('log')) ?? { parts: 0, pages: 0, folded: 0 };
  const read = (name: string) => ctx.get<Records>(name);
  // Asked for all at once: the way to the engine takes longer than an entry.
  const asked = [
    ...Array.from({ length: pageCount }, (_, index) => read(pageName(index + 1))),
    ...Array.from({ length: partCount - folded }, (_, index) => read(partName(folded + index + 1))),
  ];
  const entries: Records[] = [];
  for (const entry of asked) entries.push((await entry) ?? []);
  const parts = new Batch();
  for (const part of entries.slice(pageCount)) parts.add(part, bytesOf(part));
  return { records: entries.flat(), steps: new Batch(), parts, partCount, pageCount };
}

/** Adds a step. With the end of a round, all its records are in the state. */
export function saveStep(ctx: ObjectContext, log: RecordLog, { records, end }: Step): void {
  const bytes = bytesOf(records);
  if (!log.steps.hasRoom(bytes)) writePart(ctx, log);
  log.records.push(...records);
  log.steps.add(records, bytes);
  if (end !== undefined) writePart(ctx, log);
}

/** Writes the steps that are not in the state yet. */
export function writePart(ctx: ObjectContext, log: RecordLog): void {
  const { entries, bytes } = log.steps;
  if (entries.length === 0) return;
  if (log.parts.entries.length >= MOST_PARTS || !log.parts.hasRoom(bytes)) writePage(ctx, log);
  const part = entries.flat();
  log.steps = new Batch();
  log.parts.add(part, bytes);
  log.partCount += 1;
  ctx.set(partName(log.partCount), part);
  ctx.set<Extent>('log', extentOf(log));
}

/** Makes a page of the parts. The log says so after the page is there and before the parts are gone: no reader finds a gap. */
function writePage(ctx: ObjectContext, log: RecordLog): void {
  const { entries } = log.parts;
  log.pageCount += 1;
  log.parts = new Batch();
  ctx.set(pageName(log.pageCount), entries.flat());
  ctx.set<Extent>('log', extentOf(log));
  for (let part = log.partCount - entries.length + 1; part <= log.partCount; part += 1) ctx.clear(partName(part));
}

const extentOf = ({ partCount, pageCount, parts }: RecordLog): Extent => ({
  parts: partCount,
  pages: pageCount,
  folded: partCount - parts.entries.length,
});

const partName = (part: number) => `part ${part}`;
const pageName = (page: number) => `page ${page}`;
const bytesOf = (records: Records) => Buffer.byteLength(JSON.stringify(records));
