import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { unlessCode } from '@loadout/node';

/** A file above this size becomes the older one of two, and a new one is begun. */
const MOST_BYTES = 512 * 1024;

/**
 * The prompts of all chats of a user, each as JSON on a line of its own. Several processes append to it at the same time: a line is one
 * write at the end of the file, and the line end before it keeps it apart from one that was broken off.
 */
export class HistoryFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  append(text: string): void {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    if (sizeOf(this.#path) > MOST_BYTES) this.#begin();
    appendFileSync(this.#path, `\n${JSON.stringify(text)}`, { mode: 0o600 });
  }

  /** Another chat may have begun a new file since the size was read. */
  #begin(): void {
    unlessCode(() => renameSync(this.#path, `${this.#path}.old`), 'ENOENT');
  }

  /** The prompts, the oldest first. */
  read(): readonly string[] {
    return [`${this.#path}.old`, this.#path].flatMap((path) => textOf(path).split('\n').flatMap(promptOf));
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

const textOf = (path: string): string => unlessCode(() => readFileSync(path, 'utf8'), 'ENOENT') ?? '';

function promptOf(line: string): readonly string[] {
  try {
    const text: unknown = JSON.parse(line);
    return typeof text === 'string' ? [text] : [];
  } catch {
    return [];
  }
}
