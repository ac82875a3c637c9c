import { resolve } from 'node:path';
import type { AgentEvent, Secrets } from '@loadout/runner';
import type { Io } from '../io.js';
import { problemOf, tellProblem } from '../render/problem.js';
import { checkPageFile, writePage } from './write-page.js';

/** The page that `--view` writes at the end of a run. */
export class PageOfRun {
  readonly #file: string;
  readonly #io: Io;
  #transcript: string | undefined;

  /** Throws FILE_NOT_WRITTEN before the run costs anything, if the page could not be written. */
  constructor(given: string, io: Io) {
    this.#file = resolve(io.cwd, given);
    this.#io = io;
    checkPageFile(this.#file);
  }

  event(event: AgentEvent): void {
    if (event.type === 'init') this.#transcript = event.init.transcript;
  }

  /** Writes the page. Resolves to false if that failed, which is told: the outcome of the run is another matter. */
  async write(secrets: Secrets): Promise<boolean> {
    try {
      if (this.#transcript === undefined) {
        this.#io.tell(`note: The run did not begin, so ${this.#file} was not written.\n`);
        return false;
      }
      const { openFile } = await import('@loadout/viewer');
      const recording = await openFile(this.#transcript);
      await writePage(this.#file, [recording], { io: this.#io, secrets }).finally(() => recording.close());
      return true;
    } catch (error) {
      tellProblem(problemOf(error), this.#io);
      return false;
    }
  }
}
