import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** The change that a call would make to a file. */
export interface FileChange {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** A warning for the person who decides about the change. */
  readonly note?: string | undefined;
}

/** A larger file is too big to read only for showing it. */
const MOST_BYTES = 2 * 1024 * 1024;

/** The change of a call of Write or Edit; `undefined` for any other call, and for invalid input. */
export function fileChange(
  { toolName, input }: { readonly toolName: string; readonly input: unknown },
  { cwd }: { readonly cwd: string },
): FileChange | undefined {
  if (typeof input !== 'object' || input === null || !('file_path' in input) || typeof input.file_path !== 'string')
    return undefined;
  const path = resolve(cwd, input.file_path);
  if (toolName === 'Write' && 'content' in input && typeof input.content === 'string')
    return written(path, input.content, textOf(path));
  if (toolName !== 'Edit' || !('old_string' in input) || !('new_string' in input)) return undefined;
  const { old_string: old, new_string: now } = input;
  if (typeof old !== 'string' || typeof now !== 'string') return undefined;
  return edited(path, { old, now, all: 'replace_all' in input && input.replace_all === true });
}

function written(path: string, after: string, before: string | undefined): FileChange {
  const note = before === undefined ? notReadable(path) : undefined;
  return { path, before: before ?? '', after, ...(note === undefined ? {} : { note }) };
}

function edited(
  path: string,
  { old, now, all }: { readonly old: string; readonly now: string; readonly all: boolean },
): FileChange {
  const text = old === '' ? '' : textOf(path);
  if (text === '') return { path, before: '', after: now };
  if (text === undefined || !text.includes(old))
    return { path, before: old, after: now, note: 'the file does not contain the text to replace' };
  const after = all ? text.replaceAll(old, () => now) : text.replace(old, () => now);
  return { path, before: text, after };
}

const notReadable = (path: string) =>
  statSync(path, { throwIfNoEntry: false }) === undefined ? 'the file is new' : 'the current content of the file cannot be shown';

function textOf(path: string): string | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= MOST_BYTES ? readFileSync(path, 'utf8').replaceAll('\r\n', '\n') : undefined;
  } catch {
    return undefined;
  }
}
