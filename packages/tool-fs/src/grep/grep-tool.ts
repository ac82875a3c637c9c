import { type AnyTool, defineTool, type ToolContext } from '@loadout/core';
import { locateThere, pathProblem } from '../files/path.js';
import { withheldNote } from '../files/withheld-note.js';
import { CONTROL_NOTE, oneLine } from '../glob/one-line.js';
import type { FsOptions } from '../options.js';
import { type GrepInput, inputSchema, type OutputMode } from './grep-input.js';
import { contentReport, countReport, filesReport, type Report, type Slice } from './modes.js';
import { searchRipgrep } from './ripgrep/search-ripgrep.js';
import { searchPlace } from './search-place.js';

const DEFAULT_LIMIT = 250;

const REPORTS = { content: contentReport, files_with_matches: filesReport, count: countReport } as const;

export function grepTool(options: FsOptions): AnyTool {
  return defineTool({
    name: 'Grep',
    role: 'searches-files',
    rereadable: true,
    description: `Searches file contents with ripgrep. output_mode: files_with_matches lists paths, newest first; content shows path:line:text; count shows matching lines per file. Shows ${DEFAULT_LIMIT} entries (head_limit; go on with offset). Respects .gitignore, searches hidden files but not .git, stops after ${options.grepTimeout} s with what it has.`,
    inputSchema,
    paths: ['path'],
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    isConcurrencySafe: true,
    maxResultChars: 50_000,
    validateInput: (input, context) => {
      const rule = { cwd: context.cwd, requireAbsolute: options.requireAbsolute };
      const withNull = [input.pattern, input.glob, input.type].some((text) => text?.includes('\0') === true);
      return withNull ? 'pattern, glob and type cannot contain a null byte.' : pathProblem(input.path, rule);
    },
    access: (input, context) => [{ kind: 'read', path: locateThere(input.path ?? '.', context) }],
    inputAliases: { context: '-C' },
    call: (input, context) => grep(input, { context, options }),
  });
}

async function grep(input: GrepInput, { context, options }: { readonly context: ToolContext; readonly options: FsOptions }) {
  const mode = input.output_mode ?? 'files_with_matches';
  const slice = { offset: input.offset ?? 0, limit: limitOf(input) };
  const place = searchPlace(input.path ?? '.', context);
  const deadline = performance.now() + options.grepTimeout * 1000;
  const report = await REPORTS[mode]({ input, place, slice, ripgrep: searchRipgrep, context, deadline });
  const { filenames } = report.structured;
  return {
    content: textOf(report, { ...slice, timeout: options.grepTimeout }),
    structuredContent: {
      mode,
      numFiles: Array.isArray(filenames) ? filenames.length : 0,
      ...report.structured,
      ...(report.entries > slice.offset + slice.limit ? { appliedLimit: slice.limit } : {}),
      ...(slice.offset > 0 ? { appliedOffset: slice.offset } : {}),
      ...(report.end.timedOut ? { timedOut: true } : {}),
    } satisfies { mode: OutputMode; numFiles: number },
  };
}

function limitOf(input: GrepInput): number {
  const limit = input.head_limit ?? DEFAULT_LIMIT;
  return limit === 0 ? Number.POSITIVE_INFINITY : limit;
}

function hasOddNames({ structured: { filenames } }: Report): boolean {
  return Array.isArray(filenames) && filenames.some((name: string) => oneLine(name) !== name);
}

function textOf(report: Report, { offset, limit, timeout }: Slice & { readonly timeout: number }): string {
  const { lines, end } = report;
  const parts = [...lines];
  if (lines.length === 0) parts.push(report.entries > 0 || offset > 0 ? 'No entries at this offset.' : 'No matches found.');
  parts.push(...report.notes);
  if (hasOddNames(report)) parts.push(CONTROL_NOTE);
  if (report.entries > offset + limit) parts.push(`(Limited to ${limit} entries. Go on with offset ${offset + limit}.)`);
  if (report.withheld > 0) parts.push(withheldNote(report.withheld));
  if (end.timedOut)
    parts.push(
      `(The search was stopped before its end, after ${timeout} s at most; these are partial results. Narrow it with path, glob or type.)`,
    );
  if (end.overflowed) parts.push('(The output was too large to keep; these are partial results. Narrow the search.)');
  if (end.needsMapping === true)
    parts.push('(A file or folder was too large to search; these are partial results. Leave it out with glob.)');
  parts.push(...end.remarks.map((remark) => `(${remark}.)`));
  return parts.join('\n');
}
