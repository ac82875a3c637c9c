import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type HookInputs, type HookRound, messageOf } from '@loadout/core';
import { inHome, tellHooks } from '@loadout/core/run';
import { folderPlace, nearestFolder } from '@loadout/node';
import type { Calling, Ground } from '../ground/ground.js';

/** The delay before a changed file is read, since programs write a file in several steps. */
const SETTLED_MS = 50;
/** The form of a matcher that is a list of file names. Any other matcher applies to the files that hooks name in `watchPaths`. */
const NAMES = /^[\w.@ ,|-]+$/;

type Run = Pick<Ground, 'clock' | 'emit' | 'env' | 'session'> & Calling;

interface Watched {
  /** Absent: changes are not seen. */
  watcher: FSWatcher | undefined;
  /** The place of the folder that the watcher sees: the folder itself, or the next one above it that exists. */
  place: string;
  /** The last known state of each file, by name. */
  readonly files: Map<string, string | undefined>;
}

/**
 * Fires FileChanged for watched files whose contents changed on disk: files that matchers name, in the working directory, and
 * files that hooks named last. Without such hooks, nothing is watched. Source: HOOK-02.
 */
export class WatchedFiles {
  readonly #run: Run;
  /** Watchers by folder, since a file that is replaced by another is visible only in its folder. */
  readonly #folders = new Map<string, Watched>();
  readonly #timers = new Map<string, () => void>();
  #named: readonly string[] = [];
  #isOpen = false;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Begins to watch. `named`: the files that SessionStart hooks asked for. */
  begin(named: HookRound['watchPaths']): void {
    this.#isOpen = this.#run.calls.hooks.has('FileChanged');
    this.#named = named ?? [];
    this.#update();
  }

  /** Handles a new working directory: fires CwdChanged, whose hooks may name other files. */
  moved(change: HookInputs['CwdChanged']): void {
    void tellHooks('CwdChanged', change, this.#run.calls).then((round) => this.#name(round));
    this.#update();
  }

  close(): void {
    this.#isOpen = false;
    this.#update();
    for (const cancel of this.#timers.values()) cancel();
  }

  #name({ watchPaths }: HookRound): void {
    if (watchPaths === undefined) return;
    this.#named = watchPaths;
    this.#update();
  }

  #update(): void {
    const wanted = new Map<string, Set<string>>();
    for (const path of this.#isOpen ? this.#paths() : []) {
      const names = wanted.get(dirname(path)) ?? new Set<string>();
      wanted.set(dirname(path), names.add(basename(path)));
    }
    for (const [folder, { watcher }] of this.#folders) {
      if (wanted.has(folder)) continue;
      watcher?.close();
      this.#folders.delete(folder);
    }
    for (const [folder, names] of wanted) this.#watch(folder, names);
  }

  #paths(): readonly string[] {
    const { calls, env, session } = this.#run;
    const matchers = (calls.hooks.get('FileChanged') ?? []).flatMap(({ matcher }) => matcher ?? []);
    const names = matchers.filter((matcher) => NAMES.test(matcher)).flatMap((matcher) => matcher.split(/[|,]/));
    const own = names.map((name) => name.trim()).filter((name) => name !== '' && name !== '.' && name !== '..');
    return [...own, ...this.#named].map((path) => resolve(session.cwd, inHome(path, env.HOME)));
  }

  #watch(folder: string, names: ReadonlySet<string>): void {
    const watched = this.#folders.get(folder) ?? { watcher: undefined, place: '', files: new Map<string, string | undefined>() };
    if (!this.#folders.has(folder)) {
      this.#folders.set(folder, watched);
      this.#follow(folder, watched);
    }
    for (const name of watched.files.keys()) if (!names.has(name)) watched.files.delete(name);
    for (const name of names) if (!watched.files.has(name)) watched.files.set(name, stateOf(resolve(folder, name)));
  }

  /** Watches the folder that is now at its path. Returns whether it is another one than before. */
  #follow(folder: string, watched: Watched): boolean {
    const before = watched.place;
    // A folder may appear while one above it begins to be watched.
    for (let place = placeOf(folder); place !== watched.place; place = placeOf(folder)) {
      watched.watcher?.close();
      watched.place = place;
      watched.watcher = this.#open(folder);
    }
    return before !== watched.place;
  }

  #open(folder: string): FSWatcher | undefined {
    const cannot = (error: unknown) =>
      this.#run.emit({
        type: 'notice',
        message: `Changes in ${folder} are not seen: ${messageOf(error)}`,
      });
    try {
      return watch(nearestFolder(folder), { persistent: false }, (_, name) => this.#look(folder, name)).on('error', cannot);
    } catch (error) {
      cannot(error);
      return undefined;
    }
  }

  #look(folder: string, changed: string | null): void {
    const watched = this.#folders.get(folder);
    if (watched === undefined) return;
    const isAnother = this.#follow(folder, watched);
    const names = [...watched.files.keys()].filter((name) => isAnother || (changed ?? name) === name);
    for (const path of names.map((name) => resolve(folder, name))) {
      this.#timers.get(path)?.();
      this.#timers.set(
        path,
        this.#run.clock.after(SETTLED_MS, () => this.#compare(path)),
      );
    }
  }

  #compare(file_path: string): void {
    this.#timers.delete(file_path);
    const [name, files] = [basename(file_path), this.#folders.get(dirname(file_path))?.files];
    if (files === undefined || !files.has(name)) return;
    const [before, now] = [files.get(name), stateOf(file_path)];
    if (before === now) return;
    files.set(name, now);
    const event = before === undefined ? 'add' : now === undefined ? 'unlink' : 'change';
    const env = { ...this.#run.calls, aliases: [name] };
    void tellHooks('FileChanged', { file_path, event }, env).then((round) => this.#name(round));
  }
}

const placeOf = (folder: string): string => folderPlace(nearestFolder(folder));

/** Returns the state of a file. Undefined: the file is missing or may not be read. */
function stateOf(path: string): string | undefined {
  try {
    const { ino, mtimeMs, size } = statSync(path);
    return `${ino} ${mtimeMs} ${size}`;
  } catch {
    return undefined;
  }
}
