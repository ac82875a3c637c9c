import { resolve } from 'node:path';
import { type AnyTool, defineTool, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { decode, textFormat } from '../files/encoding.js';
import { binaryKind } from '../files/file-kind.js';
import { locate, pathProblem } from '../files/path.js';
import { fill, type OpenFile, withFile } from '../files/regular-file.js';
import type { FsOptions } from '../options.js';
import { type Extent, hashOf, ReadState } from '../read-state.js';
import { withSpellings } from '../with-spellings.js';
import { type Gathered, linesOf, linesOfFile, WHOLE_BYTES } from './gather-lines.js';
import { layOut, MOST_CHARS, type Page } from './page.js';

const DEFAULT_LINES = 2000;

const inputSchema = {
  type: 'object',
  properties: {
    file_path: { type: 'string', description: 'Absolute, or relative to the working directory' },
    offset: { type: 'integer', minimum: 0, description: 'First line, from 1' },
    limit: { type: 'integer', minimum: 1, description: 'Number of lines' },
  },
  required: ['file_path'],
  additionalProperties: false,
} as const;

interface ReadInput {
  readonly file_path: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

export function readTool(options: FsOptions): AnyTool {
  return withSpellings(
    defineTool({
      name: 'Read',
      aliases: ['FileRead', 'read'],
      description: `Reads a text file. Each line comes as its number, a tab and its text. Shows ${DEFAULT_LINES} lines from the start unless offset and limit say otherwise; lines over 2000 characters are cut, and so is a whole file over ${MOST_CHARS} characters (PARTIAL view: read on with offset and limit). Does not read images, PDFs or other binary files.`,
      inputSchema,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      isConcurrencySafe: true,
      maxResultChars: Number.POSITIVE_INFINITY,
      validateInput: (input, context) =>
        pathProblem(input.file_path, { cwd: context.cwd, requireAbsolute: options.requireAbsolute }),
      access: (input, context) => [{ kind: 'read', path: locate(input.file_path, context) }],
      call: read,
    }),
  );
}

function read(input: ReadInput, context: ToolContext) {
  const shownPath = resolve(context.cwd, input.file_path);
  const realPath = locate(input.file_path, context);
  // A missing file keeps the name that was asked for.
  const path = realPath === shownPath ? shownPath : realPath;
  return withFile(path, (file) => readOpen(file, { input, context, path, shownPath }));
}

interface Job {
  readonly input: ReadInput;
  readonly context: ToolContext;
  readonly path: string;
  readonly shownPath: string;
}

function readOpen(file: OpenFile, job: Job) {
  // One byte more than fits: whether the file ends here is then known. Files in /proc say that they have no bytes.
  const room = Buffer.allocUnsafe(Math.min(Math.max(file.stats.size, 4096), WHOLE_BYTES) + 1);
  const head = room.subarray(0, fill(file.fd, room));
  const kind = binaryKind(head);
  if (kind !== undefined) throw errors.FILE_NOT_TEXT({ path: job.shownPath, kind });
  const format = textFormat(head);
  const window = { first: Math.max(1, job.input.offset ?? 1), count: job.input.limit ?? DEFAULT_LINES, maxChars: MOST_CHARS };
  if (head.length < room.length) return conclude(linesOf(decode(head, format), window), { ...job, file, hash: hashOf(head) });
  return linesOfFile(file, { head, format, window, signal: job.context.signal }).then((gathered) =>
    conclude(gathered, { ...job, file }),
  );
}

function conclude(gathered: Gathered, job: Job & { readonly file: OpenFile; readonly hash?: string }) {
  const page = layOut(gathered, { ...job.input, path: job.shownPath });
  if (page.capped && job.input.limit !== undefined) {
    const fits = Math.max(1, page.lines.length);
    throw errors.FILE_RANGE_TOO_LARGE({ path: job.shownPath, limit: job.input.limit, fits, cap: MOST_CHARS });
  }
  const { mtimeMs, size } = job.file.stats;
  const extent = extentOf(page);
  if (extent !== undefined) job.context.find(ReadState)?.record(job.path, { mtimeMs, size, hash: job.hash, extent });
  return {
    content: page.text,
    structuredContent: {
      type: 'text',
      file: {
        filePath: job.shownPath,
        content: page.lines.join('\n'),
        numLines: page.lines.length,
        startLine: page.first,
        ...(page.total === undefined ? {} : { totalLines: page.total }),
        ...(page.capped ? { truncatedByTokenCap: true } : {}),
      },
    },
  };
}

/** `undefined` when nothing of the file was shown though it has lines. */
function extentOf(page: Page): Extent | undefined {
  if (page.capped) return 'partial';
  if (page.first === 1 && page.lines.length === page.total) return 'full';
  return page.lines.length > 0 ? 'range' : undefined;
}
