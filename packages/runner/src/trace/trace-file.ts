import { appendFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '@loadout/core';
import { makeFolder } from '../session/session-store.js';

/**
 * A file to which lines are added, readable by its owner only. The file is open only during a write, so nobody has to close it.
 */
export class TraceFile {
  readonly #file: string;
  readonly #failed: (problem: string) => void;
  #isMade = false;
  #isLost = false;

  /** `failed` is called once, after which nothing is written. */
  constructor(file: string, failed: (problem: string) => void) {
    this.#file = file;
    this.#failed = failed;
  }

  add(line: string): void {
    if (this.#isLost) return;
    try {
      if (!this.#isMade) makeFolder(dirname(this.#file));
      this.#isMade = true;
      appendFileSync(this.#file, `${line}\n`, { mode: 0o600 });
    } catch (error) {
      this.#isLost = true;
      this.#failed(messageOf(error));
    }
  }
}
