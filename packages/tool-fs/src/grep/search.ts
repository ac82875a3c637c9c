import type { ToolContext } from '@loadout/core';
import type { Entry } from './entry.js';
import type { GrepInput, OutputMode } from './grep-input.js';
import type { SearchPlace } from './search-place.js';
import type { SearchEnd, SearchRun } from './search-run.js';

export interface Found {
  readonly entries: readonly Entry[];
  /** The search was ended because the limit was reached. */
  readonly hasMore: boolean;
  /** Files with matches that a permission rule keeps from being read. */
  readonly withheld: number;
  readonly end: SearchEnd;
}

export interface Search {
  readonly input: GrepInput;
  readonly mode: OutputMode;
  readonly place: SearchPlace;
  /** End the search when more entries than this are in. */
  readonly atMost: number;
  readonly sorted: boolean;
}

export interface SearchWith {
  readonly ripgrep: (run: SearchRun) => Promise<SearchEnd>;
  readonly context: ToolContext;
  /** When the time is up, in terms of `performance.now()`. */
  readonly deadline: number;
}

export async function search(what: Search, how: SearchWith): Promise<Found> {
  const found = await once(what, how);
  return found.end.needsMapping === true ? once({ ...what, mapped: true }, how) : found;
}

async function once(what: Search & { readonly mapped?: boolean }, { ripgrep, context, deadline }: SearchWith): Promise<Found> {
  const { atMost, ...run } = what;
  const entries: Entry[] = [];
  const readable = readableFiles(what.place, context);
  const end = await ripgrep({
    ...run,
    env: context.env,
    signal: context.signal,
    timeoutMs: Math.max(1, deadline - performance.now()),
    onEntry: (entry) => {
      if (readable.has(entry.path)) entries.push(entry);
      return entries.length <= atMost;
    },
  });
  return { entries: entries.slice(0, atMost), hasMore: entries.length > atMost, withheld: readable.withheld(), end };
}

/** Checks a file when its first entry comes. Withheld files appear only in a count. */
function readableFiles({ folder }: SearchPlace, context: ToolContext) {
  const withheld = new Set<string>();
  const prefix = folder === '/' ? '/' : `${folder}/`;
  // ripgrep gives the entries of one file one after the other.
  let last: { readonly path: string; readonly may: boolean } | undefined;
  return {
    has(path: string): boolean {
      if (last?.path === path) return last.may;
      const may = context.mayRead(prefix + path);
      if (!may) withheld.add(path);
      last = { path, may };
      return may;
    },
    withheld: () => withheld.size,
  };
}
