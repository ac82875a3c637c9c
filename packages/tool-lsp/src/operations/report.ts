import type { ToolOutput } from '@loadout/core';
import { defined } from '@loadout/node';
import type { PositionEncoding } from '../files/text-file.js';
import type { Operation } from '../server/offers.js';
import type { Location } from './locations.js';
import type { Hit, ResultFiles } from './result-files.js';

/** A named thing of the code. */
export interface Found extends Location {
  readonly name: string;
  readonly kind: string;
  readonly detail?: string | undefined;
  /** How deep it lies in other things of the list. */
  readonly depth: number;
}

/** A place, with an optional text that replaces the text of its line. */
export interface Entry extends Location {
  readonly encoding: PositionEncoding;
  readonly symbol?: Pick<Found, 'name' | 'kind' | 'detail' | 'depth'> | undefined;
  /** A text after the line, such as the caller. */
  readonly note?: string | undefined;
}

export interface Answer {
  readonly operation: Operation;
  readonly servers: readonly string[];
  readonly entries: readonly Entry[];
  /** The text for an answer without entries. */
  readonly nothing: string;
}

const MOST_SHOWN = 200;

/** Formats `path:line:character  text`, one line per place, and the number of omitted places. */
export function report({ operation, servers, entries, nothing }: Answer, files: ResultFiles): ToolOutput {
  const shown: Shown[] = [];
  let left = 0;
  for (const entry of entries) {
    if (shown.length >= MOST_SHOWN) left++;
    else {
      const hit = files.hit(entry.uri, entry);
      if (hit !== undefined) shown.push({ ...hit, entry });
    }
  }
  const parts = shown.map(lineOf);
  if (entries.length === 0) parts.push(nothing);
  if (left > 0) parts.push(`(${left} more of ${entries.length} are not shown.)`);
  if (files.outside > 0) parts.push('(What lies outside the working directories is named without its text.)');
  if (files.withheld > 0) parts.push(`(Left out: ${files.withheld} in files that a permission rule keeps from being read.)`);
  return {
    content: parts.join('\n'),
    structuredContent: { operation, servers, total: entries.length, results: shown.map(resultOf) },
  };
}

type Shown = Hit & { readonly entry: Entry };

function lineOf({ path, line, character, text, entry: { symbol, note } }: Shown): string {
  const said = symbol === undefined ? text : `${'  '.repeat(symbol.depth)}${symbol.kind} ${symbol.name}${detailOf(symbol)}`;
  const parts = [`${path}:${line}:${character}`, said, note === undefined ? undefined : `(${note})`];
  return parts.filter((part) => part !== undefined && part !== '').join('  ');
}

const detailOf = ({ detail }: Pick<Found, 'detail'>) => (detail === undefined ? '' : ` (${detail})`);

function resultOf({ entry: { symbol, note }, ...hit }: Shown) {
  return {
    ...hit,
    ...(symbol === undefined ? {} : { name: symbol.name, kind: symbol.kind, detail: symbol.detail }),
    ...defined({ note }),
  };
}
