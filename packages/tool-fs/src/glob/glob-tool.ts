import { resolve } from 'node:path';
import { type AnyTool, defineTool, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { attempt } from '../files/errno.js';
import { nearestName } from '../files/nearest-name.js';
import { pathProblem, realPath } from '../files/path.js';
import { kindOf, statOrMissing } from '../files/regular-file.js';
import { withheldNote } from '../files/withheld-note.js';
import type { FsOptions } from '../options.js';
import { withSpellings } from '../with-spellings.js';
import { planGlob } from './pattern.js';
import { type FoundFile, type WalkResult, walk } from './walk.js';

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
    planGlob(input.pattern, { folder: resolve(context.cwd, input.path ?? '.'), dotfiles: options.dotfiles });
  return withSpellings(
    defineTool({
      name: 'Glob',
      description: `Lists files whose path matches a glob pattern (**, *, ?, {a,b}, [a-z], leading !), as absolute paths, newest first, at most ${options.globLimit}. Leaves out .git and node_modules unless the pattern names them; files in .gitignore are listed.`,
      inputSchema,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      isConcurrencySafe: true,
      validateInput: (input, context) => {
        const rule = { cwd: context.cwd, requireAbsolute: false };
        return (
          pathProblem(input.pattern, rule) ??
          pathProblem(input.path, { ...rule, requireAbsolute: options.requireAbsolute && input.path !== undefined })
        );
      },
      access: async (input, context) => [{ kind: 'read', path: realPath((await plan(input, context)).folder) }],
      call: async (input, context) => {
        const started = performance.now();
        const { folder, ...wanted } = await plan(input, context);
        assertFolder(resolve(context.cwd, input.path ?? '.'));
        const isThere = attempt(() => statOrMissing(folder), { path: folder, doing: 'list' })?.isDirectory() === true;
        const found = isThere ? await walk(folder, { ...wanted, signal: context.signal }) : { files: [], unreadable: 0 };
        if (context.signal.aborted) throw errors.SEARCH_INTERRUPTED({});
        const files = found.files.filter((file) => context.mayRead(file.path));
        return report(
          { ...found, files, withheld: found.files.length - files.length },
          { limit: options.globLimit, durationMs: Math.round(performance.now() - started) },
        );
      },
    }),
  );
}

function assertFolder(path: string): void {
  const stats = attempt(() => statOrMissing(path), { path, doing: 'list' });
  if (stats === undefined) throw errors.SEARCH_PATH_MISSING({ path, nearest: nearestName(path) });
  if (!stats.isDirectory()) throw errors.SEARCH_PATH_KIND({ path, kind: kindOf(stats) ?? 'file', wanted: 'directory' });
}

function report(
  { files, unreadable, withheld }: WalkResult & { withheld: number },
  { limit, durationMs }: { limit: number; durationMs: number },
) {
  const filenames = [...files]
    .sort(newestFirst)
    .slice(0, limit)
    .map((file) => file.path);
  const truncated = files.length > limit;
  const lines = files.length === 0 ? ['No files matched.'] : [...filenames];
  if (truncated) lines.push(`(truncated, ${files.length} total: the newest ${limit} are shown. Use a narrower pattern or path.)`);
  if (withheld > 0) lines.push(withheldNote(withheld));
  if (unreadable > 0) lines.push(`(${unreadable} ${unreadable === 1 ? 'folder' : 'folders'} could not be listed.)`);
  return {
    content: lines.join('\n'),
    structuredContent: {
      durationMs,
      numFiles: filenames.length,
      filenames,
      truncated,
      totalMatches: files.length,
      countIsComplete: unreadable === 0,
    },
  };
}

/** Files of the same time by path, so that two calls agree. */
const newestFirst = (a: FoundFile, b: FoundFile) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1);
