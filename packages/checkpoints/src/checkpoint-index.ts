import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { isObject } from '@loadout/core';
import type { CheckpointedSession } from '@loadout/core/run';
import { isMissing, makeFolder } from '@loadout/node';
import { errors, whyNot } from './errors.js';

/** The state of a file before a prompt changed it. */
export type Was =
  /** The file did not exist. `made` is the topmost missing folder above it. */
  | { readonly kind: 'absent'; readonly made?: string | undefined }
  | { readonly kind: 'file'; readonly sha256: string; readonly size: number; readonly mode: number }
  /** The file was too large for a copy. */
  | { readonly kind: 'not kept'; readonly size: number; readonly mtimeMs: number };

/** One line of the index. `at` is in milliseconds since 1970. */
export type IndexLine =
  | { readonly t: 'session'; readonly from?: string | undefined; readonly at: number }
  | { readonly t: 'prompt'; readonly prompt: string; readonly at: number }
  | { readonly t: 'file'; readonly prompt: string; readonly path: string; readonly at: number; readonly was: Was }
  /** A mark that this prompt and all earlier ones can no longer be restored. */
  | { readonly t: 'dropped'; readonly prompt: string }
  /** A rewind that restored files has ended. */
  | { readonly t: 'rewound'; readonly at: number }
  /** A temporary file about to be created, recorded so that a leftover of a killed process is found again. */
  | { readonly t: 'temporary'; readonly path: string };

/** The checkpoints of one session. Only that session writes there; a fork of the session reads. */
export interface CheckpointPlace {
  /** The folder `<artifactDir>/checkpoints/<session id>`. */
  readonly dir: string;
  /** The session that this session was forked from, and the time of the fork. */
  readonly from?: string | undefined;
  readonly at: number;
}

export const placeOf = ({ id, artifactDir, startedAt, forkedFrom }: CheckpointedSession): CheckpointPlace => ({
  dir: join(artifactDir, 'checkpoints', id),
  from: forkedFrom,
  at: Date.parse(startedAt),
});

/** The index file. It only grows, and the kernel has each line when `append` returns. */
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

  /**
   * Returns the text in front of the first new line. If the file ends in the middle of a line, a line break ends that line, which
   * readers skip.
   */
  #beginning(): string {
    if (existsSync(this.#file)) return '\n';
    makeFolder(this.#place.dir);
    const { from, at } = this.#place;
    return `${JSON.stringify({ t: 'session', from, at } satisfies IndexLine)}\n`;
  }
}

/** Reads the lines of an index. A cut-off line belongs to a change that was never made. Throws CHECKPOINTS_UNREADABLE. */
export function readIndex(dir: string): readonly IndexLine[] {
  const file = join(dir, 'index.jsonl');
  try {
    return readFileSync(file, 'utf8').split('\n').flatMap(parsed);
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw errors.CHECKPOINTS_UNREADABLE({ file, problem: whyNot(cause) }, { cause });
  }
}

function parsed(text: string): readonly IndexLine[] {
  try {
    const line: unknown = JSON.parse(text);
    return isIndexLine(line) ? [line] : [];
  } catch {
    return [];
  }
}

/** Checks the fields that a restored or removed file depends on. */
function isIndexLine(line: unknown): line is IndexLine {
  if (!isObject(line)) return false;
  if (line.t === 'file') return typeof line.prompt === 'string' && isPath(line.path) && isObject(line.was);
  if (line.t === 'temporary') return isPath(line.path) && TEMPORARY.test(basename(line.path));
  return true;
}

const isPath = (path: unknown): path is string => typeof path === 'string' && isAbsolute(path);

/** The names of temporary files. A damaged index must not name another file for removal. */
const TEMPORARY = /^\.loadout-[0-9a-f-]{36}\.tmp$/;

/** Removes the temporary files of a rewind whose process was killed. */
export function clearTemporaries(dir: string): void {
  for (const line of readIndex(dir)) if (line.t === 'temporary') rmSync(line.path, { force: true });
}
