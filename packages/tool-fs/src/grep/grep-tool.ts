import { isAbsolute, relative, resolve } from 'node:path';
import { type AnyTool, defineTool, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { attempt } from '../files/errno.js';
import { nearestName } from '../files/nearest-name.js';
import { locate, pathProblem } from '../files/path.js';
import { kindOf, statOrMissing } from '../files/regular-file.js';
import { withheldNote } from '../files/withheld-note.js';
import type { FsOptions } from '../options.js';
import { withSpellings } from '../with-spellings.js';
import { type GrepInput, inputSchema, type OutputMode } from './grep-input.js';
import { contentReport, countReport, filesReport, type Report, type Slice } from './modes.js';

const DEFAULT_LIMIT = 250;

const REPORTS = { content: contentReport, files_with_matches: filesReport, count: countReport } as const;

export function grepTool(options: FsOptions): AnyTool {
  return withSpellings(
    defineTool({
      name: 'Grep',
      description: `Searches file contents with ripgrep. output_mode: files_with_matches lists paths, newest first; content shows path:line:text; count shows matching lines per file. Shows ${DEFAULT_LIMIT} entries (head_limit; go on with offset). Respects .gitignore, searches hidden files but not .git, stops after 30 s with what it has.`,
      inputSchema,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      isConcurrencySafe: true,
      maxResultChars: 50_000,
      validateInput: (input, context) => {
        const rule = { cwd: context.cwd, requireAbsolute: options.requireAbsolute };
        const withNull = [input.pattern, input.glob, input.type].some((text) => text?.includes('\0') === true);
        return withNull ? 'pattern, glob and type cannot contain a null byte.' : pathProblem(input.path, rule);
      },
      access: (input, context) => [{ kind: 'read', path: locate(input.path ?? '.', context) }],
      call: grep,
    }),
    { context: '-C' },
  );
}

async function grep(input: GrepInput, context: ToolContext) {
  const mode = input.output_mode ?? 'files_with_matches';
  const slice = { offset: input.offset ?? 0, limit: limitOf(input) };
  const report = await REPORTS[mode]({ input, target: targetOf(input.path ?? '.', context), slice, context });
  const { filenames } = report.structured;
  return {
    content: textOf(report, slice),
    structuredContent: {
      mode,
      numFiles: Array.isArray(filenames) ? filenames.length : 0,
      ...report.structured,
      ...(report.entries > slice.offset + slice.limit ? { appliedLimit: slice.limit } : {}),
      ...(slice.offset > 0 ? { appliedOffset: slice.offset } : {}),
    } satisfies { mode: OutputMode; numFiles: number },
  };
}

function limitOf(input: GrepInput): number {
  const limit = input.head_limit ?? DEFAULT_LIMIT;
  return limit === 0 ? Number.POSITIVE_INFINITY : limit;
}

/** What ripgrep is told to search: short paths in the output where the target lies in the working directory. */
function targetOf(path: string, context: ToolContext): string {
  const target = resolve(context.cwd, path);
  const stats = attempt(() => statOrMissing(target), { path: target, doing: 'search' });
  if (stats === undefined) throw errors.SEARCH_PATH_MISSING({ path: target, nearest: nearestName(target) });
  if (!stats.isFile() && !stats.isDirectory())
    throw errors.SEARCH_PATH_KIND({ path: target, kind: kindOf(stats) ?? 'special file', wanted: 'file or directory' });
  const fromHere = relative(context.cwd, target);
  return fromHere.startsWith('..') || isAbsolute(fromHere) ? target : `./${fromHere}`;
}

function textOf(report: Report, { offset, limit }: Slice): string {
  const { lines, end } = report;
  const parts = [...lines];
  if (lines.length === 0) parts.push(report.entries > 0 || offset > 0 ? 'No entries at this offset.' : 'No matches found.');
  parts.push(...report.notes);
  if (report.entries > offset + limit) parts.push(`(Limited to ${limit} entries. Go on with offset ${offset + limit}.)`);
  if (report.withheld > 0) parts.push(withheldNote(report.withheld));
  if (end.timedOut)
    parts.push('(The search was stopped after 30 s; these are partial results. Narrow it with path, glob or type.)');
  if (end.overflowed) parts.push('(The output was too large to keep; these are partial results. Narrow the search.)');
  if (end.diagnostic !== '') parts.push(`(ripgrep also said: ${end.diagnostic.split('\n').slice(0, 3).join('; ')})`);
  return parts.join('\n');
}
