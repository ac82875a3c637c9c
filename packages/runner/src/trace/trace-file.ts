import { appendFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '@loadout/core';
import { makeFolder } from '../session/session-store.js';

/** A file that lines are added to, for its owner alone. It is open only while one is written: nobody has to say that it was the last. */
export class TraceFile {
  readonly #file: string;
  readonly #failed: (problem: string) => void;
  #isMade = false;
  #isLost = false;

  /** `failed` is told once; nothing is written from then on. */
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
