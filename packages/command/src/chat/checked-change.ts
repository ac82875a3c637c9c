import { unwatchFile, watchFile } from 'node:fs';
import { type ReloadMark, readReloadMark, reloadMarkFile } from '../reload-mark.js';

interface Chatting {
  /** The configuration file. Absent: there is none that could change. */
  readonly config: string | undefined;
  readonly stateDir: string;
  /** The time at which the chat began to read its files. */
  readonly since: number;
}

/** Milliseconds between two looks at the mark while the chat waits at its prompt. */
const LOOK_MS = 250;

/** The changes of a chat's configuration that a running `loadout dev` has checked (GAP-F11). */
export class CheckedChange {
  readonly #file: string | undefined;
  #since: number;

  constructor({ config, stateDir, since }: Chatting) {
    this.#file = config === undefined ? undefined : reloadMarkFile(config, stateDir);
    this.#since = since;
    // After a clock was set back, a mark of the time before would make one chat after the other end at its first prompt.
    const { mark } = this;
    if (mark !== undefined && mark.at > Date.now()) this.take(mark);
  }

  /** The last change that the chat has not taken yet. */
  get mark(): ReloadMark | undefined {
    const mark = this.#file === undefined ? undefined : readReloadMark(this.#file);
    return mark !== undefined && mark.at > this.#since ? mark : undefined;
  }

  /** Counts a change as known, whether the chat could take it or not. */
  take({ at }: ReloadMark): void {
    this.#since = at;
  }

  /** Calls the listener when there may be a change. Returns a function that ends this. */
  watch(listener: () => void): () => void {
    const file = this.#file;
    if (file === undefined) return () => {};
    watchFile(file, { interval: LOOK_MS, persistent: false }, listener);
    return () => unwatchFile(file, listener);
  }
}
