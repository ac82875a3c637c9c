import type { ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { locate } from '../files/path.js';
import type { GrepInput, OutputMode } from './grep-input.js';
import { ripgrepArgs } from './ripgrep-args.js';
import { ripgrepPath } from './ripgrep-path.js';
import { type RipgrepEnd, runRipgrep } from './run-ripgrep.js';

/** One line of ripgrep's output. */
export interface Entry {
  /** As it is shown: relative to the working directory where it lies inside. */
  readonly path: string;
  /** After the path. In content mode, `mark` is `:` for a match and `-` for a line around one. */
  readonly text: string;
  readonly line?: string | undefined;
  readonly mark: ':' | '-';
  /** Lines of the file are left out before this one. */
  readonly afterGap: boolean;
}

export interface Found {
  readonly entries: readonly Entry[];
  /** The search was ended because the limit was reached. */
  readonly hasMore: boolean;
  /** Files with matches that a permission rule keeps from being read. */
  readonly withheld: number;
  readonly end: RipgrepEnd;
}

export interface Search {
  readonly input: GrepInput;
  readonly mode: OutputMode;
  readonly target: string;
  /** End the search when more entries than this are in. */
  readonly atMost: number;
  readonly sorted: boolean;
}

const TIMEOUT_MS = 30_000;

export async function search(what: Search, context: ToolContext): Promise<Found> {
  const entries: Entry[] = [];
  const readable = readableFiles(context);
  let afterGap = false;
  const end = await runRipgrep({
    program: await ripgrepPath(context.env),
    args: ripgrepArgs(what.input, what),
    cwd: context.cwd,
    env: context.env,
    signal: context.signal,
    timeoutMs: TIMEOUT_MS,
    separator: what.mode === 'files_with_matches' ? '\0' : '\n',
    onRecord: (record) => {
      if (record === '--') afterGap = true;
      else {
        const entry = toEntry(record, { mode: what.mode, afterGap });
        if (readable.has(entry.path)) entries.push(entry);
        afterGap = false;
      }
      return entries.length <= what.atMost;
    },
  });
  if (end.code === 2 && entries.length === 0 && !isAboutFiles(end.diagnostic))
    throw errors.SEARCH_REFUSED({ diagnostic: end.diagnostic });
  return { entries: entries.slice(0, what.atMost), hasMore: entries.length > what.atMost, withheld: readable.withheld(), end };
}

/** Each file is asked about once. What is withheld leaves no trace but its count. */
function readableFiles(context: ToolContext) {
  const answers = new Map<string, boolean>();
  return {
    has(path: string): boolean {
      const known = answers.get(path) ?? context.mayRead(locate(path, context));
      answers.set(path, known);
      return known;
    },
    withheld: () => [...answers.values()].filter((may) => !may).length,
  };
}

/** Files that could not be read do not make a search wrong. */
function isAboutFiles(diagnostic: string): boolean {
  return diagnostic.split('\n').every((line) => /\(os error \d+\)/.test(line));
}

function toEntry(record: string, { mode, afterGap }: { mode: OutputMode; afterGap: boolean }): Entry {
  const [path = '', rest = ''] = splitOnce(record, '\0');
  const shown = path.startsWith('./') ? path.slice(2) : path;
  const numbered = mode === 'content' ? /^(\d+)([:-])/.exec(rest) : null;
  const text = rest.slice(numbered?.[0].length ?? 0);
  return {
    path: shown,
    line: numbered?.[1],
    mark: numbered?.[2] === '-' ? '-' : ':',
    text: text.endsWith('\r') ? text.slice(0, -1) : text,
    afterGap,
  };
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
