import { readFile, stat } from 'node:fs/promises';
import { SeenFiles, type ToolContext } from '@loadout/core';
import type { Analysis } from '@loadout/shell-rules';

/** More than this the model is not shown, so it did not see the whole of it. */
const MOST_CHARS = 30_000;
const VIEWERS = new Set(['cat', 'head', 'tail', 'sed', 'grep', 'egrep', 'fgrep']);

/**
 * Records a file as read if one command without a pipe printed exactly the bytes of the file: `head` of a short file does, `head`
 * of a long file does not. Source: TOOL-BASH-13.
 */
export async function tellSeen(
  stdout: string,
  { context, analysis }: { readonly context: ToolContext; readonly analysis: Analysis },
): Promise<void> {
  const seen = context.find(SeenFiles);
  const path = seen === undefined ? undefined : viewedFile(analysis, context);
  if (seen === undefined || path === undefined || stdout.length > MOST_CHARS) return;
  const size = Buffer.byteLength(stdout);
  const about = await stat(path).catch(() => undefined);
  if (about?.isFile() !== true || about.size !== size) return;
  const text = await readFile(path).catch(() => undefined);
  if (text?.equals(Buffer.from(stdout)) === true) seen.sawWhole(path);
}

function viewedFile(analysis: Analysis, { permitted }: ToolContext): string | undefined {
  const [command, ...more] = analysis.commands;
  const reads = permitted.filter((access) => access.kind === 'read');
  const writes = permitted.some((access) => access.kind === 'write');
  if (command === undefined || more.length > 0 || reads.length !== 1 || writes) return undefined;
  if (permitted.some((access) => access.kind === 'run' && access.unclear !== undefined)) return undefined;
  return VIEWERS.has(command.words[0] ?? '') ? reads[0]?.path : undefined;
}

const MOST_NAMED = 5;
/** Facts already reported in this session, so that they are not repeated with every command. */
const told = new WeakMap<SeenFiles, ReadonlySet<string>>();

/** Which of the files that the model has seen are now different. Source: TOOL-BASH-13. */
export function changedFiles(context: ToolContext): string | undefined {
  const seen = context.find(SeenFiles);
  if (seen === undefined) return undefined;
  const changed = seen.changed();
  const before = told.get(seen) ?? new Set();
  told.set(seen, new Set(changed));
  const fresh = changed.filter((path) => !before.has(path));
  if (fresh.length === 0) return undefined;
  const more = fresh.length > MOST_NAMED ? ` and ${fresh.length - MOST_NAMED} more` : '';
  return `(Changed since they were read: ${fresh.slice(0, MOST_NAMED).join(', ')}${more}.)`;
}
