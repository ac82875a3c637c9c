import type { SessionRecord } from '@loadout/runner';
import type { ObjectContext } from '@restatedev/restate-sdk';
import type { Step } from './step.js';

/** The size at which a page is full. A page is written anew with each of its steps, and read as one entry. */
const FULL_PAGE = 32 * 1024;

interface Pages {
  readonly records: SessionRecord[];
  pages: number;
  /** The records of the last page, and their size. */
  last: SessionRecord[];
  lastBytes: number;
}

/** The records of the subagents of a session, by path. Each subagent has entries of its own in the object's state. */
export type ChildLog = Map<string, Pages>;

const CHILDREN = 'children';
const countKey = (path: string) => `child ${path}`;
const pageKey = (path: string, page: number) => `child ${path} ${page}`;
const bytesOf = (records: readonly SessionRecord[]) => JSON.stringify(records).length;

export async function loadChildren(ctx: Pick<ObjectContext, 'get'>): Promise<ChildLog> {
  const paths = (await ctx.get<string[]>(CHILDREN)) ?? [];
  // All counts are asked for, and then all pages, so that the engine answers many at once.
  const counts = paths.map((path) => ({ path, count: ctx.get<number>(countKey(path)) }));
  const asked = [];
  for (const { path, count } of counts) {
    const pages = (await count) ?? 0;
    asked.push({ path, pages: Array.from({ length: pages }, (_, page) => ctx.get<SessionRecord[]>(pageKey(path, page + 1))) });
  }
  const log: ChildLog = new Map();
  for (const { path, pages } of asked) {
    const read: SessionRecord[][] = [];
    for (const page of pages) read.push((await page) ?? []);
    const last = read.at(-1) ?? [];
    log.set(path, { records: read.flat(), pages: read.length, last, lastBytes: bytesOf(last) });
  }
  return log;
}

/** Adds the records of subagents of a step. */
export function saveChildren(ctx: Pick<ObjectContext, 'set'>, log: ChildLog, { children = {} }: Step): void {
  const known = log.size;
  for (const [path, records] of Object.entries(children)) savePage(ctx, { log, path }, records);
  if (log.size > known) ctx.set(CHILDREN, [...log.keys()]);
}

function savePage(
  ctx: Pick<ObjectContext, 'set'>,
  { log, path }: { readonly log: ChildLog; readonly path: string },
  records: readonly SessionRecord[],
): void {
  const child = log.get(path) ?? { records: [], pages: 0, last: [], lastBytes: FULL_PAGE };
  const bytes = bytesOf(records);
  const isNew = child.lastBytes + bytes > FULL_PAGE;
  child.records.push(...records);
  child.last = isNew ? [...records] : [...child.last, ...records];
  child.lastBytes = isNew ? bytes : child.lastBytes + bytes;
  if (isNew) child.pages += 1;
  log.set(path, child);
  ctx.set(pageKey(path, child.pages), child.last);
  if (isNew) ctx.set(countKey(path), child.pages);
}

/** Returns the records by path. */
export const childRecords = (log: ChildLog): ReadonlyMap<string, readonly SessionRecord[]> =>
  new Map([...log].map(([path, { records }]) => [path, records]));
