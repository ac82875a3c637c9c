import type { Stats } from 'node:fs';
import { resolve } from 'node:path';
import { type AnyTool, defineTool, EditorFiles, permittedPath, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { assertSaved, MOST_EDITOR_BYTES, seenStats, tellEditor, unsavedBytes } from '../files/editor-text.js';
import { decode, formatOf, isTable, UTF8 } from '../files/file-kind.js';
import { originalOf, structuredPatch } from '../files/patch.js';
import { locate, pathProblem } from '../files/path.js';
import { regularStats } from '../files/regular-file.js';
import { readBytes } from '../files/text-file.js';
import { assertRead, assertReadBeforeAsking } from './check-read.js';
import { assertWellFormed } from './check-text.js';
import { storeWhile, type WriteOptions } from './store.js';

const inputSchema = {
  type: 'object',
  properties: {
    file_path: { type: 'string', description: 'Absolute, or relative to the working directory' },
    content: { type: 'string', description: 'The whole new content' },
  },
  required: ['file_path', 'content'],
  additionalProperties: false,
} as const;

interface WriteInput {
  readonly file_path: string;
  readonly content: string;
}

/** The old content is only kept in memory up to here. */
const MOST_OLD_BYTES = 1024 * 1024;

export function writeTool(options: WriteOptions): AnyTool {
  return defineTool({
    name: 'Write',
    rereadable: true,
    aliases: ['FileWrite'],
    description:
      'Creates a file, or replaces all of its content. A file that exists must have been read in this session first and not have changed since. To change a part of a file use Edit.',
    inputSchema,
    paths: ['file_path'],
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    validateInput: (input, context) =>
      pathProblem(input.file_path, { cwd: context.cwd, requireAbsolute: options.requireAbsolute }),
    access: (input, context) => [{ kind: 'write', path: locate(input.file_path, context) }],
    obstacle: (_, context) => (options.readBeforeWrite === 'off' ? undefined : assertReadBeforeAsking(context)),
    call: (input, context) => write(input, { context, options }),
  });
}

async function write(input: WriteInput, { context, options }: { context: ToolContext; options: WriteOptions }) {
  const filePath = resolve(context.cwd, input.file_path);
  if (context.signal.aborted) throw errors.FILE_CALL_CANCELLED({ path: filePath });
  assertWellFormed('content', input.content);
  const path = permittedPath(context, 'write');
  const existing = regularStats(path);
  const isShown = existing !== undefined && context.find(EditorFiles) !== undefined;
  const unsaved = isShown ? await unsavedIn(path, context) : undefined;
  const check = options.readBeforeWrite !== 'off';
  const old = existing === undefined ? undefined : readOld(path, { existing, unsaved, context, check });
  const bytes = Buffer.from(input.content, 'utf8');
  const { before, patch } = await storeWhile(path, { bytes, existing, context, options }, async () => {
    const before = old === undefined ? undefined : await textOf(old);
    return { before, patch: before === undefined ? [] : await structuredPatch(before.text, input.content) };
  });
  const encoding = before?.encoding === undefined ? '' : ` It was in ${before.encoding} and is in UTF-8 now.`;
  const told = await tellEditor(path, { bytes, context });
  const type = existing === undefined ? 'create' : 'update';
  return {
    content: `${type === 'create' ? 'Created' : 'Updated'} ${filePath} (${plural(lineCount(input.content), 'line')}, ${plural(bytes.length, 'byte')}).${encoding}${told}`,
    structuredContent: {
      type,
      filePath,
      content: input.content,
      structuredPatch: patch,
      originalFile: originalOf(before?.text),
    },
  };
}

/** The old text, and the name of its encoding if that is not Unicode. */
async function textOf(bytes: Buffer): Promise<{ readonly text: string; readonly encoding: string | undefined }> {
  const format = (await formatOf(bytes, { isWhole: true })) ?? UTF8;
  return { text: decode(bytes, format), encoding: isTable(format) ? format.encoding.name : undefined };
}

interface Old {
  readonly existing: Stats;
  /** The text of the editor that is not on disk. */
  readonly unsaved: Buffer | undefined;
  readonly context: ToolContext;
  readonly check: boolean;
}

/** The text of the editor that a Write replaces. Throws FILE_UNSAVED if the editor could not be told of the new one. */
async function unsavedIn(path: string, context: ToolContext): Promise<Buffer | undefined> {
  const editor = context.find(EditorFiles);
  if (editor === undefined || (regularStats(path)?.size ?? 0) > MOST_EDITOR_BYTES) return undefined;
  const saved = { bytes: readBytes(path).bytes, context };
  return editor.take === undefined ? assertSaved(path, saved).then(() => undefined) : unsavedBytes(path, saved);
}

/** The old bytes, if they are few enough to be kept. Throws when the file must not be replaced. */
function readOld(path: string, now: Old): Buffer | undefined {
  let bytes = now.unsaved;
  const load = () => {
    bytes ??= readBytes(path).bytes;
    return bytes;
  };
  const stats = now.unsaved === undefined ? now.existing : seenStats(now.existing, now.unsaved);
  if (now.check && assertRead(path, { context: now.context, stats, bytes: load }).hasChanged())
    throw errors.FILE_MODIFIED({ path });
  return now.existing.size > MOST_OLD_BYTES ? undefined : load();
}

function lineCount(text: string): number {
  const feeds = text.split('\n').length - 1;
  return text === '' || text.endsWith('\n') ? feeds : feeds + 1;
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
