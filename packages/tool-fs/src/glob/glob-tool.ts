import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type AnyTool, defineTool, permittedPath, type ToolContext } from '@loadout/core';
import { homeProblem, inHome } from '@loadout/core/run';
import { realPath } from '@loadout/node';
import { errors } from '../errors.js';
import { nearestName } from '../files/nearest-name.js';
import { attempt, pathProblem, pathThere } from '../files/path.js';
import { holdFolder, kindOf, statOrMissing } from '../files/regular-file.js';
import { withheldNote } from '../files/withheld-note.js';
import type { FsOptions } from '../options.js';
import { keptFiles } from './kept-files.js';
import { Newest } from './newest.js';
import { CONTROL_NOTE, oneLine } from './one-line.js';
import { type GlobPlan, planGlob } from './pattern.js';
import { type FoundFile, linkedTime, timeOf, walk } from './walk.js';

const inputSchema = {
  type: 'object',
  properties: {
    pattern: { type: 'string', minLength: 1, description: 'For example **/*.{ts,tsx}' },
    path: { type: 'string', description: 'The folder to search; default: the working directory' },
  },
  required: ['pattern'],
  additionalProperties: false,
} as const;

interface GlobInput {
  readonly pattern: string;
  readonly path?: string | undefined;
}

export function globTool(options: FsOptions): AnyTool {
  const plan = (input: GlobInput, context: ToolContext) =>
    planGlob(patternInHome(input.pattern, context.env.HOME), {
      folder: pathThere(resolve(context.cwd, input.path ?? '.')),
      dotfiles: options.dotfiles,
    });
  return defineTool({
    name: 'Glob',
    role: 'finds-files',
    rereadable: true,
    description: `Lists files whose path matches a glob pattern (**, *, ?, {a,b}, [a-z], leading !), as absolute paths, newest first, at most ${options.globLimit}. Leaves out .git and node_modules unless the pattern names them; files in .gitignore are ${options.respectGitignore ? 'left out' : 'listed'}.`,
    inputSchema,
    paths: ['path'],
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    isConcurrencySafe: true,
    validateInput: (input, context) => {
      const rule = { cwd: context.cwd, requireAbsolute: false };
      return (
        pathProblem(input.pattern, rule) ??
        homeProblem(input.pattern, context.env.HOME) ??
        pathProblem(input.path, { ...rule, requireAbsolute: options.requireAbsolute && input.path !== undefined })
      );
    },
    access: async (input, context) => [{ kind: 'read', path: realPath((await plan(input, context)).folder) }],
    call: async (input, context) => {
      const started = performance.now();
      assertFolder(pathThere(resolve(context.cwd, input.path ?? '.')));
      const found = await find(await plan(input, context), { context, options });
      return report(found, { limit: options.globLimit, durationMs: Math.round(performance.now() - started) });
    },
  });
}

/** A pattern may begin in the home folder, whose own name is not a pattern. */
const patternInHome = (pattern: string, home: string | undefined) => inHome(pattern, home?.replace(/[\\*?[\]{}()!+@|]/g, '\\$&'));

interface Found {
  /** Absolute paths, newest first, no more than are shown. */
  readonly paths: readonly string[];
  readonly total: number;
  readonly unreadable: number;
  readonly withheld: number;
}

async function find(
  { folder, ...wanted }: GlobPlan,
  { context, options }: { readonly context: ToolContext; readonly options: FsOptions },
): Promise<Found> {
  const permitted = permittedPath(context, 'read');
  const newest = new Newest(options.globLimit);
  let withheld = 0;
  const isThere = attempt(() => statOrMissing(permitted), { path: folder, doing: 'list' })?.isDirectory() === true;
  if (!isThere) return { paths: [], total: 0, unreadable: 0, withheld };
  // Throws when a link was put in the place of the folder that was permitted.
  attempt(() => holdFolder(permitted), { path: folder, doing: 'list' }).close();
  const prefix = permitted === '/' ? '/' : `${permitted}/`;
  const kept = options.respectGitignore ? await keptFiles(permitted, { context, seconds: options.grepTimeout }) : undefined;
  const unreadable = await walk(permitted, {
    ...wanted,
    matches: kept === undefined ? wanted.matches : (path) => kept.has(path) && wanted.matches?.(path) !== false,
    signal: context.signal,
    onFile: (file) => {
      if (context.mayRead(file.path)) newest.add(file);
      else withheld += 1;
    },
  });
  if (context.signal.aborted) throw errors.SEARCH_INTERRUPTED({});
  const files = newest.files();
  const inPlace = files.filter((file) => isInPlace(file, permitted));
  const paths = inPlace.map(({ path }) => join(folder, path.slice(prefix.length)));
  return { paths, total: newest.total - (files.length - inPlace.length), unreadable, withheld };
}

function assertFolder(path: string): void {
  const stats = attempt(() => statOrMissing(path), { path, doing: 'list' });
  if (stats === undefined) throw errors.SEARCH_PATH_MISSING({ path, nearest: nearestName(path) });
  if (!stats.isDirectory()) throw errors.SEARCH_PATH_KIND({ path, kind: kindOf(stats) ?? 'file', wanted: 'directory' });
}

function report(
  { paths, total, unreadable, withheld }: Found,
  { limit, durationMs }: { readonly limit: number; readonly durationMs: number },
) {
  const truncated = total > limit;
  const lines = paths.length === 0 ? ['No files matched.'] : paths.map(oneLine);
  if (truncated) lines.push(`(truncated, ${total} total: the newest ${limit} are shown. Use a narrower pattern or path.)`);
  if (paths.some((path) => oneLine(path) !== path)) lines.push(CONTROL_NOTE);
  if (withheld > 0) lines.push(withheldNote(withheld));
  if (unreadable > 0) lines.push(`(${unreadable} ${unreadable === 1 ? 'folder' : 'folders'} could not be listed.)`);
  return {
    content: lines.join('\n'),
    structuredContent: {
      durationMs,
      numFiles: paths.length,
      filenames: paths,
      truncated,
      totalMatches: total,
      countIsComplete: unreadable === 0,
    },
  };
}

/**
 * Tests whether a found file is still at its path, and no folder on the way has become a link. A walk uses names, so a link that
 * exists for a moment could show it the names of another folder.
 */
function isInPlace({ path, mtimeMs }: FoundFile, root: string): boolean {
  const parent = dirname(path);
  try {
    return realpathSync.native(parent) === parent && (timeOf(path) ?? linkedTime(path, root)) === mtimeMs;
  } catch {
    return false;
  }
}
