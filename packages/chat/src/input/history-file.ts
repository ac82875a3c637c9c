import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file above this size becomes the older one of two, and a new one is begun. */
const MOST_BYTES = 512 * 1024;

/**
 * Adds a prompt to those of all chats of a user, each as JSON on a line of its own. Several processes append to the file at the same
 * time: a line is one write at its end, and the line end before it keeps it apart from one that was broken off.
 */
export function appendPrompt(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES) unlessMissing(() => renameSync(file, `${file}.old`));
  appendFileSync(file, `\n${JSON.stringify(text)}`, { mode: 0o600 });
}

/** The prompts, the oldest first. */
export const promptsIn = (file: string): readonly string[] =>
  [`${file}.old`, file].flatMap((one) => (unlessMissing(() => readFileSync(one, 'utf8')) ?? '').split('\n').flatMap(promptOf));

/** Another chat may have begun a new file meanwhile. */
function unlessMissing<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function promptOf(line: string): readonly string[] {
  try {
    const text: unknown = JSON.parse(line);
    return typeof text === 'string' ? [text] : [];
  } catch {
    return [];
  }
}
