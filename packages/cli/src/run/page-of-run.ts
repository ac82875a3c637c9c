import { resolve } from 'node:path';
import { problemOf } from '@loadout/command';
import type { AgentEvent, Secrets } from '@loadout/runner';
import type { Io } from '../io.js';
import { loadPackage } from '../load/load-package.js';
import { checkWritable, writeWhole } from '../load/whole-file.js';
import { tellProblem } from '../render/problem.js';

type Viewer = typeof import('@loadout/viewer');

/** The page that `--view` writes at the end of a run. */
export class PageOfRun {
  readonly #file: string;
  readonly #io: Io;
  readonly #viewer: Viewer;
  #transcript: string | undefined;

  private constructor(file: string, { io, viewer }: { readonly io: Io; readonly viewer: Viewer }) {
    this.#file = file;
    this.#io = io;
    this.#viewer = viewer;
  }

  /** Throws FILE_NOT_WRITTEN or PACKAGE_MISSING before the run costs anything, if the page could not be written. */
  static async open(given: string, io: Io): Promise<PageOfRun> {
    const file = resolve(io.cwd, given);
    checkWritable(file);
    const viewer = await loadPackage('@loadout/viewer', { needs: '--view', names: ['openFile', 'writePage'] });
    return new PageOfRun(file, { io, viewer });
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
      const { openFile, writePage } = this.#viewer;
      const recording = await openFile(this.#transcript);
      await writePage(this.#file, [recording], {
        env: this.#io.env,
        tell: (text) => this.#io.tell(text),
        write: writeWhole,
        secrets,
      }).finally(() => recording.close());
      return true;
    } catch (error) {
      tellProblem(problemOf(error), this.#io);
      return false;
    }
  }
}
