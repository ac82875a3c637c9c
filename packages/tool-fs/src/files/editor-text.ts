import type { Stats } from 'node:fs';
import { EditorFiles, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { ReadState } from '../read-state.js';
import { binaryKind, decode, isLossless, textFormat } from './file-kind.js';
import { readBytes, type TextFile } from './text-file.js';

/** The editor is not asked about a file, and not believed about a text, of more bytes. */
export const MOST_EDITOR_BYTES = 4 * 1024 * 1024;

export interface Saved {
  readonly bytes: Buffer;
  readonly context: ToolContext;
}

/** The bytes of a text that a person has not saved; `undefined`: the editor has the text on disk, or does not say. */
export async function unsavedBytes(path: string, { bytes, context }: Saved): Promise<Buffer | undefined> {
  const editor = context.find(EditorFiles);
  if (editor === undefined) return undefined;
  const saved = plainText(bytes);
  if (saved === undefined) return undefined;
  const shown = await editor.text(path, context.signal);
  if (shown === undefined || shown.length > MOST_EDITOR_BYTES) return undefined;
  // Editors keep the ends of lines apart from the text.
  const text = saved.includes('\r\n') && !shown.includes('\r') ? shown.replaceAll('\n', '\r\n') : shown;
  const unsaved = Buffer.from(text);
  return unsaved.equals(bytes) || unsaved.length > MOST_EDITOR_BYTES ? undefined : unsaved;
}

/** A file with the text of the editor, if that is not saved. Throws FILE_UNSAVED if the editor could not be told of a change of it. */
export async function asInEditor(path: string, file: TextFile, context: ToolContext): Promise<TextFile> {
  const bytes = await unsavedBytes(path, { bytes: file.bytes, context });
  if (bytes === undefined) return file;
  if (context.find(EditorFiles)?.take === undefined) throw errors.FILE_UNSAVED({ path });
  return { ...file, bytes, text: decode(bytes, file.format), isUnsaved: true };
}

/** Throws FILE_UNSAVED for a file that has unsaved changes, in a call that would lose them. */
export async function assertSaved(path: string, saved: Saved): Promise<void> {
  if ((await unsavedBytes(path, saved)) !== undefined) throw errors.FILE_UNSAVED({ path });
}

/**
 * Gives the editor the bytes that a file has now, so that its text and the disk agree. Returns a sentence if they do not, for the model
 * and the person. It begins with a space.
 */
export async function tellEditor(path: string, { bytes, context }: Saved): Promise<string> {
  const editor = context.find(EditorFiles);
  if (editor?.take === undefined) return '';
  const text = plainText(bytes);
  if (text === undefined) return '';
  const problem = await editor.take(path, text, context.signal);
  if (problem !== undefined)
    return ` The file has the new text, but the editor has not taken it (${problem}): it may still show the old text.`;
  if (isOnDisk(path, bytes)) return '';
  context.find(ReadState)?.forget(path);
  return ' The editor then saved another text than that, as one does that formats files. Read the file again before the next change.';
}

function isOnDisk(path: string, bytes: Buffer): boolean {
  try {
    return readBytes(path).bytes.equals(bytes);
  } catch {
    return false;
  }
}

/** The text of bytes as an editor can have it; `undefined` for other bytes: an editor might save them in another encoding. */
function plainText(bytes: Buffer): string | undefined {
  const format = textFormat(bytes);
  const isPlain = bytes.length <= MOST_EDITOR_BYTES && format.encoding === 'utf-8' && format.bomBytes === 0;
  return isPlain && binaryKind(bytes) === undefined && isLossless(bytes, format) ? decode(bytes, format) : undefined;
}

/** The stats of a file for the record of what was seen: its size is that of the text that was seen. */
export const seenStats = ({ mtimeMs }: Pick<Stats, 'mtimeMs'>, bytes: Uint8Array) => ({ mtimeMs, size: bytes.length });
