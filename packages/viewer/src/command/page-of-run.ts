import type { CommandHost } from '@loadout/core/commands';
import type { AgentEvent, Secrets } from '@loadout/runner';
import { openFile } from '../read/open-file.js';
import { writePage } from './write-page.js';

/** The page of a run, for `loadout run --view`: it listens to the run, and is written at its end. */
export class PageOfRun {
  readonly #file: string;
  readonly #host: Pick<CommandHost, 'env' | 'tell' | 'write' | 'fail'>;
  #transcript: string | undefined;

  constructor(file: string, host: Pick<CommandHost, 'env' | 'tell' | 'write' | 'fail'>) {
    this.#file = file;
    this.#host = host;
  }

  event(event: AgentEvent): void {
    if (event.type === 'init') this.#transcript = event.init.transcript;
  }

  /** Resolves to false if the page could not be written, which is told: the outcome of the run is another matter. */
  async write(secrets: Secrets): Promise<boolean> {
    const { env, tell, write, fail } = this.#host;
    try {
      if (this.#transcript === undefined) {
        tell(`note: The run did not begin, so ${this.#file} was not written.\n`);
        return false;
      }
      const recording = await openFile(this.#transcript);
      await writePage(this.#file, [recording], { env, tell, write, secrets }).finally(() => recording.close());
      return true;
    } catch (error) {
      await fail(error);
      return false;
    }
  }
}
