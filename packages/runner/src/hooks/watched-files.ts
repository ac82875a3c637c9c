import { type Stats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { HookInputs, HookRound } from '@loadout/core';
import { inHome, tellHooks } from '@loadout/core/run';
import type { Calling, RunContext } from '../context/run-context.js';

/** The interval at which files are looked at. A change is told when it was the same twice, since programs write in several steps. */
const LOOK_MS = 200;
/** The form of a matcher that is a list of file names. Any other matcher applies to the files that hooks name in `watchPaths`. */
const NAMES = /^[\w.@ ,|-]+$/;

type Run = Pick<RunContext, 'env' | 'session'> & Calling;

/** The state that hooks know of a file, and the one at the last look. Undefined: the file is missing or may not be read. */
interface Watched {
  known: string | undefined;
  seen: string | undefined;
}

/**
 * Fires FileChanged for watched files whose contents changed on disk: files that matchers name, in the working directory, and
 * files that hooks named last. Without such hooks, nothing is looked at. The few files are looked at again and again: a watcher of
 * the system loses a file whose folder is replaced, and there are only so many of them. Source: HOOK-02.
 */
export class WatchedFiles {
  readonly #run: Run;
  readonly #files = new Map<string, Watched>();
  #timer: NodeJS.Timeout | undefined;
  #named: readonly string[] = [];
  #isOpen = false;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Begins to watch. `named`: the files that SessionStart hooks asked for. */
  begin(named: HookRound['watchPaths']): void {
    this.#isOpen = this.#run.calls().hooks.has('FileChanged');
    this.#name(named ?? []);
  }

  /** Handles a new working directory: fires CwdChanged, whose hooks may name other files. */
  moved(change: HookInputs['CwdChanged']): void {
    void tellHooks('CwdChanged', change, this.#run.calls()).then(({ watchPaths }) => this.#name(watchPaths));
    this.#name(this.#named);
  }

  close(): void {
    this.#isOpen = false;
    this.#name([]);
  }

  #name(paths: readonly string[] | undefined): void {
    if (paths === undefined) return;
    this.#named = paths;
    const wanted = new Set(this.#isOpen ? this.#paths() : []);
    for (const path of this.#files.keys()) if (!wanted.has(path)) this.#files.delete(path);
    for (const path of wanted) {
      const state = stateNow(path);
      if (!this.#files.has(path)) this.#files.set(path, { known: state, seen: state });
    }
    if (this.#files.size > 0) this.#timer ??= setTimeout(() => void this.#look(), LOOK_MS).unref();
  }

  #paths(): readonly string[] {
    const { calls, env, session } = this.#run;
    const matchers = (calls().hooks.get('FileChanged') ?? []).flatMap(({ matcher }) => matcher ?? []);
    const names = matchers.filter((matcher) => NAMES.test(matcher)).flatMap((matcher) => matcher.split(/[|,]/));
    const own = names.map((name) => name.trim()).filter((name) => name !== '' && name !== '.' && name !== '..');
    return [...own, ...this.#named].map((path) => resolve(session.cwd, inHome(path, env.HOME)));
  }

  async #look(): Promise<void> {
    await Promise.all([...this.#files].map(([path, watched]) => this.#compare(path, watched)));
    this.#timer = this.#files.size === 0 ? undefined : setTimeout(() => void this.#look(), LOOK_MS).unref();
  }

  async #compare(file_path: string, watched: Watched): Promise<void> {
    const now = await stat(file_path).then(stateOf, () => undefined);
    const isSettled = now === watched.seen;
    const { known: before } = watched;
    watched.seen = now;
    if (now === before || !isSettled || this.#files.get(file_path) !== watched) return;
    watched.known = now;
    const event = before === undefined ? 'add' : now === undefined ? 'unlink' : 'change';
    const env = { ...this.#run.calls(), aliases: [basename(file_path)] };
    void tellHooks('FileChanged', { file_path, event }, env).then(({ watchPaths }) => this.#name(watchPaths));
  }
}

const stateOf = ({ ino, mtimeMs, size }: Stats) => `${ino} ${mtimeMs} ${size}`;

function stateNow(path: string): string | undefined {
  try {
    return stateOf(statSync(path));
  } catch {
    return undefined;
  }
}
