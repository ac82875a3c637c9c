import type { SessionRecord } from '@loadout/runner';
import type { ObjectContext, ObjectSharedContext } from '@restatedev/restate-sdk';
import type { Step } from './step.js';

/** The most steps, and the most bytes, that wait to become a page. A step may be larger and is then a page of its own. */
const MOST_STEPS = 128;
const MOST_BYTES = 512 * 1024;

/**
 * The records of a session. Each step is an entry of the object's state, and many steps are folded into one page, so that a long
 * session has few entries and no entry is large. A step is written twice in all, however long the session becomes.
 */
export interface RecordLog {
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

export async function loadRecords(ctx: ObjectContext | ObjectSharedContext): Promise<RecordLog> {
  const { steps, pages, folded } = (await ctx.get<Extent>('log')) ?? { steps: 0, pages: 0, folded: 0 };
  const read = (name: string) => ctx.get<readonly SessionRecord[]>(name);
  // Asked for all at once: an answer of the engine takes longer than the entry itself.
  const asked = [
    ...Array.from({ length: pages }, (_, index) => read(pageName(index + 1))),
    ...Array.from({ length: steps - folded }, (_, index) => read(stepName(folded + index + 1))),
  ];
  const entries: (readonly SessionRecord[])[] = [];
  for (const entry of asked) entries.push((await entry) ?? []);
  const tail = entries.slice(pages);
  return { records: entries.flat(), steps, pages, tail, tailBytes: tail.reduce((sum, step) => sum + bytesOf(step), 0) };
}

/** Adds a step. A step without records is not stored. */
export function saveStep(ctx: ObjectContext, log: RecordLog, { records }: Step): void {
  if (records.length === 0) return;
  const bytes = bytesOf(records);
  if (log.tail.length >= MOST_STEPS || (log.tail.length > 0 && log.tailBytes + bytes > MOST_BYTES)) fold(ctx, log);
  log.steps += 1;
  log.records.push(...records);
  log.tail.push(records);
  log.tailBytes += bytes;
  ctx.set(stepName(log.steps), records);
  ctx.set<Extent>('log', extentOf(log));
}

/** Makes a page of the tail. The page is there before the log says so, and its steps are until then: no reader finds a gap. */
function fold(ctx: ObjectContext, log: RecordLog): void {
  const { steps, tail } = log;
  log.pages += 1;
  ctx.set(pageName(log.pages), tail.flat());
  log.tail = [];
  log.tailBytes = 0;
  ctx.set<Extent>('log', extentOf(log));
  for (let step = steps - tail.length + 1; step <= steps; step += 1) ctx.clear(stepName(step));
}

const extentOf = ({ steps, pages, tail }: RecordLog): Extent => ({ steps, pages, folded: steps - tail.length });

const stepName = (step: number) => `step ${step}`;
const pageName = (page: number) => `page ${page}`;
const bytesOf = (records: readonly SessionRecord[]) => Buffer.byteLength(JSON.stringify(records));
