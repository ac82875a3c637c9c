import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '@loadout/core';
import type { FileMarks, Marked } from './file-marks.js';
import { folderPlace } from './folder-place.js';

/** Tells that a marked file may have another mark now. */
export class FolderEvents {
  /** Watchers by the place of their folder. */
  readonly #watchers = new Map<string, FSWatcher | undefined>();
  readonly #onBlind: (problem: string) => void;
  #marks: FileMarks = new Map();
  #wake = () => {};

  /** `onBlind`: called for each folder whose changes cannot be seen. */
  constructor(onBlind: (problem: string) => void) {
    this.#onBlind = onBlind;
  }

  /** Watches these files from now on, and no other. Returns whether a place of them was not watched before. */
  watch({ marks, places }: Marked): boolean {
    this.#marks = marks;
    const wanted = new Map([...places].map((folder) => [folderPlace(folder), folder]));
    for (const [key, watcher] of this.#watchers) {
      if (wanted.has(key)) continue;
      watcher?.close();
      this.#watchers.delete(key);
    }
    const added = [...wanted].filter(([key]) => !this.#watchers.has(key));
    for (const [key, folder] of added) this.#watchers.set(key, this.#open(folder));
    return added.length > 0;
  }

  /** Resolves at the next event, or when the signal aborts. */
  next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        signal.removeEventListener('abort', this.#wake);
        resolve();
      };
      signal.addEventListener('abort', this.#wake);
      if (signal.aborted) this.#wake();
    });
  }

  /** Ends all watchers, and the wait for an event. */
  close(): void {
    for (const watcher of this.#watchers.values()) watcher?.close();
    this.#watchers.clear();
    this.#wake();
  }

  #open(folder: string): FSWatcher | undefined {
    const blind = (error: unknown) => this.#onBlind(`Changes in ${folder} are not seen: ${messageOf(error)}`);
    try {
      return watch(folder, (kind, name) => {
        // A file that another program writes all the time, such as a log, is no reason to look at every file.
        if (kind === 'rename' || name === null || this.#marks.has(join(folder, name))) this.#wake();
      }).on('error', blind);
    } catch (error) {
      blind(error);
      return undefined;
    }
  }
}
