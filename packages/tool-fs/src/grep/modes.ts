import { statSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine } from '../glob/one-line.js';
import type { Entry } from './entry.js';
import { firstEntries } from './first-entries.js';
import type { GrepInput } from './grep-input.js';
import { inPathOrder } from './path-order.js';
import { type Found, type SearchWith, search } from './search.js';
import type { SearchPlace } from './search-place.js';

/** The report of one output mode: the lines to show and the data for programs. */
export interface Report {
  readonly lines: readonly string[];
  readonly notes: readonly string[];
  readonly structured: Readonly<Record<string, unknown>>;
  /** Entries before the limit and the offset were applied; at least one more than shown when there is more. */
  readonly entries: number;
  readonly end: Found['end'];
  readonly withheld: number;
}

export interface Slice {
  readonly offset: number;
  /** `Infinity` for all. */
  readonly limit: number;
}

interface Asked extends SearchWith {
  readonly input: GrepInput;
  readonly place: SearchPlace;
  readonly slice: Slice;
}

const all = ({ input, place }: Asked) => ({ input, place, atMost: Number.POSITIVE_INFINITY, sorted: false });

/** The search ends as soon as it has found the page. Later pages come from a search in path order alone. */
export async function contentReport(asked: Asked): Promise<Report> {
  const { input, slice, place } = asked;
  const what = { input, mode: 'content', place, atMost: slice.offset + slice.limit } as const;
  const found = slice.offset > 0 ? await search({ ...what, sorted: true }, asked) : await firstEntries(what, asked);
  const ordered = inPathOrder(found.entries).slice(slice.offset);
  const lines = renderLines(ordered, asked);
  return {
    lines,
    notes: [],
    structured: { content: lines.join('\n'), numLines: ordered.length, filenames: filesOf(ordered).map(place.show) },
    entries: found.entries.length + (found.hasMore ? 1 : 0),
    end: found.end,
    withheld: found.withheld,
  };
}

/** Newest first, as for Glob. */
export async function filesReport(asked: Asked): Promise<Report> {
  const found = await search({ ...all(asked), mode: 'files_with_matches' }, asked);
  const dated = inPathOrder(found.entries).map(({ path }) => ({ path, mtimeMs: mtimeOf(join(asked.place.folder, path)) }));
  // Files of the same time stay in the order of their paths.
  dated.sort((a, b) => b.mtimeMs - a.mtimeMs);
  const filenames = take(dated, asked.slice).map(({ path }) => asked.place.show(path));
  return {
    lines: filenames.map(oneLine),
    notes: [],
    structured: { filenames },
    entries: dated.length,
    end: found.end,
    withheld: found.withheld,
  };
}

/** Counts matches per file. The total includes files that are not shown. Source: TOOL-GREP-04. */
export async function countReport(asked: Asked): Promise<Report> {
  const { place } = asked;
  const found = await search({ ...all(asked), mode: 'count' }, asked);
  const { offset, limit } = asked.slice;
  const shown = inPathOrder(found.entries, offset + limit).slice(offset);
  const total = found.entries.reduce((sum, entry) => sum + Number(entry.text), 0);
  const noun = asked.input.multiline === true ? 'match' : 'matching line';
  const files = found.entries.length;
  return {
    lines: shown.map(({ path, text }) => `${oneLine(place.show(path))}:${text}`),
    notes: files === 0 ? [] : [`(${plural(total, noun)} in ${plural(files, 'file')} in all)`],
    structured: { filenames: shown.map(({ path }) => place.show(path)), numMatches: total },
    entries: files,
    end: found.end,
    withheld: found.withheld,
  };
}

function renderLines(entries: readonly Entry[], { input, place }: Asked): readonly string[] {
  const hasContext = [input['-A'], input['-B'], input['-C']].some((lines) => (lines ?? 0) > 0);
  const lines: string[] = [];
  let path: string | undefined;
  let shown = '';
  for (const entry of entries) {
    if (hasContext && path !== undefined && (entry.afterGap || entry.path !== path)) lines.push('--');
    if (entry.path !== path) shown = oneLine(place.show(entry.path));
    path = entry.path;
    lines.push(
      input['-n'] === false ? shown + entry.mark + entry.text : shown + entry.mark + entry.line + entry.mark + entry.text,
    );
  }
  return lines;
}

function mtimeOf(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    // The file has been removed since.
    return 0;
  }
}

const take = <T>(items: readonly T[], { offset, limit }: Slice): readonly T[] => items.slice(offset, offset + limit);
const filesOf = (entries: readonly Entry[]) => [...new Set(entries.map(({ path }) => path))];
const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : noun.endsWith('ch') ? 'es' : 's'}`;
