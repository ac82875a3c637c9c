import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../session/session-store.js';

/** What a file was before a prompt changed it. */
export type Was =
  /** `made` is the topmost folder above it that was not there either. */
  | { readonly kind: 'absent'; readonly made?: string | undefined }
  | { readonly kind: 'file'; readonly sha256: string; readonly size: number; readonly mode: number }
  /** Too large for a copy. */
  | { readonly kind: 'not kept'; readonly size: number; readonly mtimeMs: number };

/** One line of the index. `at` is in milliseconds since 1970. */
export type IndexLine =
  | { readonly t: 'session'; readonly from?: string | undefined; readonly at: number }
  | { readonly t: 'prompt'; readonly prompt: string; readonly at: number }
  | { readonly t: 'file'; readonly prompt: string; readonly path: string; readonly at: number; readonly was: Was }
  /** This prompt and all before it can no longer be gone back to. */
  | { readonly t: 'dropped'; readonly prompt: string }
  /** A temporary file that is about to be made, so that one left by a process that was killed is found again. */
  | { readonly t: 'temporary'; readonly path: string };

/** Where the checkpoints of one session are. Only that session writes there; one forked from it reads. */
export interface CheckpointPlace {
  /** `<artifactDir>/checkpoints/<session id>`. */
  readonly dir: string;
  /** The session that this one was forked from, and when. */
  readonly from?: string | undefined;
  readonly at: number;
}

/** The index: only ever added to, and in the kernel's hands when `append` returns. */
export class CheckpointIndex {
  readonly #file: string;
  readonly #place: CheckpointPlace;
  #isOpen = false;

  constructor(place: CheckpointPlace) {
    this.#file = join(place.dir, 'index.jsonl');
    this.#place = place;
  }

  append(line: IndexLine): void {
    const before = this.#isOpen ? '' : this.#beginning();
    this.#isOpen = false;
    appendFileSync(this.#file, `${before}${JSON.stringify(line)}\n`, { mode: 0o600 });
    this.#isOpen = true;
  }

  /** What was there may end in the middle of a line: that one stays by itself and is passed over. */
  #beginning(): string {
    if (existsSync(this.#file)) return '\n';
    makeFolder(this.#place.dir);
    const { from, at } = this.#place;
    return `${JSON.stringify({ t: 'session', from, at } satisfies IndexLine)}\n`;
  }
}

/** The lines of an index. One that was cut off belongs to a change that was never made. */
export function readIndex(dir: string): readonly IndexLine[] {
  const file = join(dir, 'index.jsonl');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').flatMap(parsed);
}

function parsed(line: string): readonly IndexLine[] {
  try {
    return [JSON.parse(line) as IndexLine];
  } catch {
    return [];
  }
}

/** Those of a rewind whose process was killed. */
export function clearTemporaries(dir: string): void {
  for (const line of readIndex(dir)) if (line.t === 'temporary') rmSync(line.path, { force: true });
}
