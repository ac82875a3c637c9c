import { type Entry, OMITTED } from '../entry.js';
import type { OutputMode } from '../grep-input.js';

const STOPPED_AT_NULL = /: WARNING: stopped searching binary file after match \(found /;

export interface EntryReader {
  /** The entry that a record of ripgrep's output makes, or `undefined` where it makes none. */
  read(record: string): Entry | undefined;
  /** Files that were searched only up to a null byte. */
  readonly binary: number;
}

/** Parses the output of ripgrep with `--null`, so that a path with colons or line ends stays intact. */
export function entryReader({ mode, onlyMatching }: { readonly mode: OutputMode; readonly onlyMatching: boolean }): EntryReader {
  let start = '';
  let afterGap = false;
  const reader = {
    binary: 0,
    read(record: string): Entry | undefined {
      if (mode === 'files_with_matches') return entryOf(pathOf(record));
      if (record === '\0') {
        afterGap = true;
        return undefined;
      }
      const end = record.indexOf('\0');
      if (end === -1) {
        if (STOPPED_AT_NULL.test(record)) reader.binary += 1;
        else start += `${record}\n`;
        return undefined;
      }
      const path = pathOf(start + record.slice(0, end));
      start = '';
      const rest = record.slice(end + 1);
      if (mode === 'count') return entryOf(path, rest);
      const entry = lineOf(path, { rest, afterGap });
      afterGap = false;
      // An empty match says nothing.
      if (!onlyMatching || entry.mark === '-') return entry;
      return entry.text === '' ? undefined : { ...entry, text: entry.text.replace(/ \[\.\.\. 0 more matches\]$/, OMITTED) };
    },
  };
  return reader;
}

const pathOf = (path: string) => (path.startsWith('./') ? path.slice(2) : path);
const entryOf = (path: string, text = ''): Entry => ({ path, text, mark: ':', afterGap: false });

function lineOf(path: string, { rest, afterGap }: { readonly rest: string; readonly afterGap: boolean }): Entry {
  let end = 0;
  while (isDigit(rest.charCodeAt(end))) end += 1;
  return {
    path,
    line: rest.slice(0, end),
    mark: rest[end] === '-' ? '-' : ':',
    text: rest.slice(end + 1, rest.endsWith('\r') ? -1 : undefined),
    afterGap,
  };
}

const isDigit = (code: number) => code >= 48 && code <= 57;
