import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';

/** Each path that was looked at, with its state. A path that does not exist is one of them: a file may appear there. */
export type LookedAt = Readonly<Record<string, string>>;

/**
 * Reads for a judgement, and notes all that it reads. The judgement holds while every path is as it was found, and for no longer
 * (decision 0015).
 */
export class Looked {
  readonly #states = new Map<string, string>();
  readonly #contents = new Map<string, Buffer>();

  /** All that was looked at. */
  get at(): LookedAt {
    return Object.fromEntries(this.#states);
  }

  isFile(path: string): boolean {
    return this.#kind(path) === 'file';
  }

  isFolder(path: string): boolean {
    return this.#kind(path) === 'folder';
  }

  /** The bytes of a file. Read once: what is hashed is what is scanned. */
  content(file: string): Buffer {
    const known = this.#contents.get(file);
    if (known !== undefined) return known;
    const content = readFileSync(file);
    this.#contents.set(file, content);
    this.#states.set(file, contentState(file, content));
    return content;
  }

  /** Where a path leads. */
  real(path: string): string {
    this.note(path);
    return realpathSync(path);
  }

  /** The entries of a folder, in the order of their names. */
  list(folder: string): readonly Dirent[] {
    const entries = readdirSync(folder, { withFileTypes: true });
    this.#states.set(folder, stateOf(folder));
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The judgement depends on the whole of this path, whatever is there. */
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

/** Whether every path is as it was. */
export const isAsLooked = (looked: LookedAt): boolean =>
  Object.entries(looked).every(([path, was]) => (was.includes(' ') ? stateOf(path) : kindOf(path)) === was);

/** A folder counts by the names in it, a file by its bytes and by where it truly lies, since a link can come to lead elsewhere. */
export function stateOf(path: string): string {
  try {
    const kind = kindOf(path);
    if (kind === 'folder') return `folder ${hash(readdirSync(path).sort().join('\0'))}`;
    return kind === 'file' ? contentState(path, readFileSync(path)) : kind;
  } catch {
    return 'closed';
  }
}

const contentState = (file: string, content: Buffer) =>
  `file ${hash(Buffer.concat([Buffer.from(`${realpathSync.native(file)}\0`), content]))}`;

const kindIn = (state: string): string => state.split(' ', 1)[0] ?? '';

/** A text that is no path at all, being too long or holding a NUL, names nothing. */
function kindOf(path: string): string {
  let stats: Stats | undefined;
  try {
    stats = statSync(path, { throwIfNoEntry: false });
  } catch {
    return 'absent';
  }
  if (stats === undefined) return 'absent';
  return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
}

const hash = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
