import { resolve } from 'node:path';
import { type AnyTool, defineTool, permittedPath, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { asInEditor, seenStats, tellEditor } from '../files/editor-text.js';
import { encode, isTable, UTF8 } from '../files/file-kind.js';
import { nearestName } from '../files/nearest-name.js';
import { type Hunk, originalOf, patchOfLines, structuredPatch, unifiedDiff } from '../files/patch.js';
import { locate, locateThere, pathProblem } from '../files/path.js';
import { regularStats } from '../files/regular-file.js';
import { readTextFile, type TextFile } from '../files/text-file.js';
import { assertRead, assertReadBeforeAsking } from '../write/check-read.js';
import { assertWellFormed } from '../write/check-text.js';
import { storeWhile, type WriteOptions } from '../write/store.js';
import { editedBytes } from './edited-bytes.js';
import { editedLines, snippet } from './edited-lines.js';
import { type Change, findText } from './find-text.js';
import { notFoundHint } from './not-found-hint.js';

const inputSchema = {
  type: 'object',
  properties: {
    file_path: { type: 'string', description: 'Absolute, or relative to the working directory' },
    old_string: { type: 'string', description: 'The exact text, without line numbers; empty creates a new file' },
    new_string: { type: 'string', description: 'The replacement' },
    replace_all: { type: 'boolean', default: false, description: 'Replace every occurrence' },
  },
  required: ['file_path', 'old_string', 'new_string'],
  additionalProperties: false,
} as const;

interface EditInput {
  readonly file_path: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
}

interface Job {
  readonly input: EditInput;
  readonly context: ToolContext;
  readonly options: WriteOptions;
  /** As it was named, absolute. */
  readonly filePath: string;
  /** Where it really is, as it was permitted. */
  readonly path: string;
}

export function editTool(options: WriteOptions): AnyTool {
  return defineTool({
    name: 'Edit',
    rereadable: true,
    aliases: ['FileEdit'],
    description:
      'Replaces text in a file, literally. Read the file first. old_string must differ from new_string and appear exactly once, unless replace_all is set. Line endings are kept.',
    inputSchema,
    paths: ['file_path'],
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    validateInput: (input, context) =>
      pathProblem(input.file_path, { cwd: context.cwd, requireAbsolute: options.requireAbsolute }),
    access: (input, context) => [
      { kind: 'write', path: (input.old_string === '' ? locate : locateThere)(input.file_path, context) },
    ],
    obstacle: (input, context) => {
      if (input.old_string === input.new_string) throw errors.EDIT_SAME({});
      return options.readBeforeWrite === 'strict' ? assertReadBeforeAsking(context) : undefined;
    },
    call: (input, context) => {
      const filePath = resolve(context.cwd, input.file_path);
      if (context.signal.aborted) throw errors.FILE_CALL_CANCELLED({ path: filePath });
      return edit({ input, context, options, filePath, path: permittedPath(context, 'write') });
    },
  });
}

async function edit(job: Job) {
  const { input, filePath, path } = job;
  if (input.old_string === input.new_string) throw errors.EDIT_SAME({});
  for (const name of ['old_string', 'new_string'] as const) assertWellFormed(name, input[name]);
  const stats = regularStats(path);
  if (stats === undefined) {
    if (input.old_string !== '') throw errors.FILE_NOT_FOUND({ path: filePath, nearest: nearestName(filePath) });
    return fillEmpty(job, undefined);
  }
  const file = await asInEditor(path, await readTextFile(path), job.context);
  if (input.old_string === '') {
    if (file.text !== '') throw errors.EDIT_EMPTY_OLD({ path: filePath });
    return fillEmpty(job, file);
  }
  const changed = job.options.readBeforeWrite === 'strict' ? changeOf(file, job) : () => false;
  const change = chooseChange(file.text, { ...job, changed });
  const content = { ...job, bytes: editedBytes(file, change), existing: file.stats };
  const { shown, hunks, isOther } = await storeWhile(path, content, async () => {
    const lines = editedLines(file.text, change);
    return { shown: snippet(lines), isOther: changed(), hunks: await patchOfLines(lines) };
  });
  const times = change.places.length === 1 ? '' : ` (${change.places.length} replacements; the first is shown)`;
  const encoding = isTable(file.format) ? ` The file is in ${file.format.encoding.name}, and the new text is too.` : '';
  const note = isOther ? ' It had been modified since it was read; the other changes in it were kept.' : '';
  const saved = file.isUnsaved ? ' Unsaved changes of the person in the editor were kept, and are saved with it.' : '';
  const told = await tellEditor(path, content);
  return {
    content: `Edited ${filePath}${times}.${note}${saved}${encoding}${told}\n${shown}`,
    structuredContent: { ...describe(job), ...patchOf(job, { before: file.text, hunks }) },
  };
}

function changeOf(file: TextFile, { path, context }: Job): () => boolean {
  return assertRead(path, { context, stats: seenStats(file.stats, file.bytes), bytes: () => file.bytes }).hasChanged;
}

/** A file that changed since it was read is only edited where the text is unmistakable. Source: TOOL-EDIT-03. */
function chooseChange(text: string, { input, filePath, changed }: Job & { readonly changed: () => boolean }): Change {
  const change = findText(text, { oldString: input.old_string, newString: input.new_string });
  const { count } = change;
  if (count === 0) throw errors.EDIT_NOT_FOUND({ path: filePath, hint: notFoundHint(text, input), changed: changed() });
  if (count > 1 && changed()) throw errors.FILE_MODIFIED({ path: filePath });
  if (count > 1 && input.replace_all !== true) throw errors.EDIT_NOT_UNIQUE({ path: filePath, count });
  return change;
}

async function fillEmpty(job: Job, file: TextFile | undefined) {
  const after = job.input.new_string;
  const bytes = encode(after, file?.format ?? UTF8);
  const hunks = await storeWhile(job.path, { ...job, bytes, existing: file?.stats }, () =>
    structuredPatch(file?.text ?? '', after),
  );
  const done = file === undefined ? 'Created' : 'Filled the empty file';
  const told = await tellEditor(job.path, { bytes, context: job.context });
  return {
    content: `${done} ${job.filePath} (${bytes.length} bytes).${told}`,
    structuredContent: { ...describe(job), ...patchOf(job, { before: file?.text, hunks }) },
  };
}

function describe({ input, filePath }: Job) {
  return {
    filePath,
    oldString: input.old_string,
    newString: input.new_string,
    userModified: false,
    replaceAll: input.replace_all ?? false,
  };
}

function patchOf({ filePath }: Job, { before, hunks }: { readonly before: string | undefined; readonly hunks: readonly Hunk[] }) {
  return { originalFile: originalOf(before), structuredPatch: hunks, unifiedDiff: unifiedDiff(filePath, hunks) };
}
