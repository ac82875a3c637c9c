import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder, unlessCode, whileAlone } from '@loadout/node';

/** A file above this size becomes the older one of two, and a new one is begun. */
const MOST_BYTES = 512 * 1024;

/**
 * Adds a prompt to those of all chats of a user, each as JSON on a line of its own. Several processes append to the file at the same
 * time: a line is one write at its end, and the line end before it keeps it apart from one that was broken off.
 */
export function appendPrompt(file: string, text: string): void {
  makeFolder(dirname(file));
  // One process at a time: the slower one would replace the long file by the one that was just begun.
  if (isLong(file)) whileAlone(file, () => isLong(file) && renameSync(file, `${file}.old`));
  appendFileSync(file, `\n${JSON.stringify(text)}`, { mode: 0o600 });
}

const isLong = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES;

/** The prompts, the oldest first. */
export const promptsIn = (file: string): readonly string[] =>
  [`${file}.old`, file].flatMap((one) =>
    (unlessCode(() => readFileSync(one, 'utf8'), 'ENOENT') ?? '').split('\n').flatMap(promptOf),
  );

function promptOf(line: string): readonly string[] {
  try {
    const text: unknown = JSON.parse(line);
    return typeof text === 'string' ? [text] : [];
  } catch {
    return [];
  }
}
