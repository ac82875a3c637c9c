import { resolve } from 'node:path';
import type { ToolContext } from '@loadout/core';
import { statOrMissing } from '../files/regular-file.js';
import type { GrepInput } from './grep-input.js';
import { type Entry, type Found, type Search, search } from './search.js';

/** What one mode makes of a search: the lines that are shown and what programs get. */
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

interface Asked {
  readonly input: GrepInput;
  readonly target: string;
  readonly slice: Slice;
  readonly context: ToolContext;
}

const all = ({ input, target }: Asked) => ({ input, target, atMost: Number.POSITIVE_INFINITY, sorted: false });

/**
 * ripgrep is ended as soon as it has said enough. Without `--sort` it is up to four times faster, but which lines come first
 * changes from run to run: that is only fine when all of them are shown, so pages are taken from a sorted search.
 */
export async function contentReport(asked: Asked): Promise<Report> {
  const { input, target, slice, context } = asked;
  const what: Search = { input, mode: 'content', target, atMost: slice.offset + slice.limit, sorted: slice.offset > 0 };
  const first = await search(what, context);
  const found = first.hasMore && !what.sorted ? await search({ ...what, sorted: true }, context) : first;
  const ordered = found.entries.toSorted(byPath).slice(slice.offset);
  const lines = renderLines(ordered, input);
  return {
    lines,
    notes: [],
    structured: { content: lines.join('\n'), numLines: ordered.length, filenames: filesOf(ordered) },
    entries: found.entries.length + (found.hasMore ? 1 : 0),
    end: found.end,
    withheld: found.withheld,
  };
}

/** Newest first, as for Glob. */
export async function filesReport(asked: Asked): Promise<Report> {
  const found = await search({ ...all(asked), mode: 'files_with_matches' }, asked.context);
  const dated = found.entries.map(({ path }) => ({ path, mtimeMs: mtimeOf(resolve(asked.context.cwd, path)) }));
  dated.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1));
  const lines = take(dated, asked.slice).map(({ path }) => path);
  return { lines, notes: [], structured: { filenames: lines }, entries: dated.length, end: found.end, withheld: found.withheld };
}

/** The total counts what is not shown too. Source: TOOL-GREP-04. */
export async function countReport(asked: Asked): Promise<Report> {
  const found = await search({ ...all(asked), mode: 'count' }, asked.context);
  const shown = take(found.entries.toSorted(byPath), asked.slice);
  const total = found.entries.reduce((sum, entry) => sum + Number(entry.text), 0);
  const noun = asked.input.multiline === true ? 'match' : 'matching line';
  const files = found.entries.length;
  return {
    lines: shown.map(({ path, text }) => `${path}:${text}`),
    notes: files === 0 ? [] : [`(${plural(total, noun)} in ${plural(files, 'file')} in all)`],
    structured: { filenames: shown.map(({ path }) => path), numMatches: total },
    entries: files,
    end: found.end,
    withheld: found.withheld,
  };
}

function renderLines(entries: readonly Entry[], input: GrepInput): readonly string[] {
  const hasContext = [input['-A'], input['-B'], input['-C']].some((lines) => (lines ?? 0) > 0);
  const lines: string[] = [];
  let path: string | undefined;
  for (const entry of entries) {
    if (hasContext && path !== undefined && (entry.afterGap || entry.path !== path)) lines.push('--');
    path = entry.path;
    const { mark, line, text } = entry;
    const numbered = input['-n'] === false || line === undefined ? text : `${line}${mark}${text}`;
    lines.push(line === undefined ? `${entry.path}${text}` : `${entry.path}${mark}${numbered}`);
  }
  return lines;
}

function mtimeOf(path: string): number {
  try {
    return statOrMissing(path)?.mtimeMs ?? 0;
  } catch {
    return 0;
  }
}

const take = <T>(items: readonly T[], { offset, limit }: Slice): readonly T[] => items.slice(offset, offset + limit);
const filesOf = (entries: readonly Entry[]) => [...new Set(entries.map(({ path }) => path))];
const byPath = (a: Entry, b: Entry) => (a.path === b.path ? 0 : a.path < b.path ? -1 : 1);
const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : noun.endsWith('ch') ? 'es' : 's'}`;
