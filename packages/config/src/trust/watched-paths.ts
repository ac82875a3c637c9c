import { type Dirent, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { kindOf } from '../read/path-kind.js';
import { contentState, stateOf } from '../read/path-state.js';

/** Each examined path with its state. Missing paths are included: a file may appear there. */
export type PathStates = Readonly<Record<string, string>>;

/**
 * Reads files for a verdict and records everything that it reads. The verdict is valid only while every path is unchanged
 * (decision 0015).
 */
export class WatchedPaths {
  readonly #states = new Map<string, string>();
  readonly #contents = new Map<string, Buffer>();

  /** All examined paths. */
  get at(): PathStates {
    return Object.fromEntries(this.#states);
  }

  isFile(path: string): boolean {
    return this.#kind(path) === 'file';
  }

  isFolder(path: string): boolean {
    return this.#kind(path) === 'folder';
  }

  /** The bytes of a file. Each file is read once, so that the hashed bytes are the scanned bytes. */
  content(file: string): Buffer {
    const known = this.#contents.get(file);
    if (known !== undefined) return known;
    const content = readFileSync(file);
    this.#contents.set(file, content);
    this.#states.set(file, contentState(file, content));
    return content;
  }

  /** The real path. */
  real(path: string): string {
    this.note(path);
    return realpathSync.native(path);
  }

  /** The entries of a folder, sorted by name. */
  list(folder: string): readonly Dirent[] {
    const entries = readdirSync(folder, { withFileTypes: true });
    this.#states.set(folder, stateOf(folder));
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Records that the verdict depends on the whole of this path, whatever its kind. */
  note(path: string): void {
    if (this.#states.get(path)?.includes(' ') === true) return;
    this.#states.set(path, stateOf(path));
  }

  #kind(path: string): string {
    const known = this.#states.get(path);
    if (known !== undefined) return kindIn(known);
    const kind = kindOf(path);
    this.#states.set(path, kind);
    return kind;
  }
}

/** Whether every path is unchanged. */
export const areUnchanged = (watched: PathStates): boolean =>
  Object.entries(watched).every(([path, was]) => (was.includes(' ') ? stateOf(path) : kindOf(path)) === was);

const kindIn = (state: string): string => state.split(' ', 1)[0] ?? '';
