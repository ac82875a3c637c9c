import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { replaceWhole } from '@loadout/node';
import { errors } from '../errors.js';
import { IndexBuilder } from '../index-file/build-index.js';
import { bytesOf, indexIn } from '../index-file/index-bytes.js';
import { EMPTY, type SearchIndex } from '../index-file/search-index.js';
import type { SourceOptions } from '../options.js';
import { type ListContext, type ListedFile, listFiles, type PlannedGlob } from './list-files.js';
import { readTextFile } from './read-text.js';

export interface SourcePlace {
  readonly workspace: string;
  /** The folder of the indexes, for this user alone. */
  readonly stateDir: string;
}

export interface FreshIndex {
  readonly index: SearchIndex;
  readonly isCut: boolean;
}

const SLICE_MS = 20;

/** One source in one folder: its index in memory, and on disk for the next run. */
export class Source {
  readonly #file: string;
  #held: (FreshIndex & { readonly at: number }) | undefined;
  /** Calls of one message search at once; one of them makes the index. */
  #refreshing: Promise<unknown> = Promise.resolve();

  constructor({ name, paths }: SourceOptions, { workspace, stateDir }: SourcePlace) {
    const key = createHash('sha256')
      .update(JSON.stringify([workspace, name, paths]))
      .digest('hex')
      .slice(0, 24);
    this.#file = join(stateDir, 'indexes', `${name}-${key}.idx`);
  }

  /** Returns the index, brought up to date if it is older than `maxAgeMs`. Throws SEARCH_*. */
  async fresh(globs: readonly PlannedGlob[], context: ListContext & { readonly maxAgeMs: number }): Promise<FreshIndex> {
    const turn = this.#refreshing.then(async () => {
      const held = this.#held;
      if (held !== undefined && Date.now() - held.at < context.maxAgeMs) return held;
      const found = await this.#refresh(globs, { context, before: held?.index ?? this.#stored() });
      this.#held = { ...found, at: Date.now() };
      return found;
    });
    this.#refreshing = turn.catch(() => {});
    return turn;
  }

  async #refresh(
    globs: readonly PlannedGlob[],
    { context, before }: { readonly context: ListContext; readonly before: SearchIndex },
  ): Promise<FreshIndex> {
    const { files, isCut } = await listFiles(globs, context);
    const { index, isChanged } = await updated(before, { files, signal: context.signal });
    if (isChanged) {
      replaceWhole(this.#file, bytesOf(index));
      removeUnused(dirname(this.#file));
    } else if (this.#held === undefined) markUsed(this.#file);
    return { index, isCut };
  }

  #stored(): SearchIndex {
    try {
      return indexIn(readFileSync(this.#file)) ?? EMPTY;
    } catch {
      return EMPTY;
    }
  }
}

/** Reads what is new or changed, keeps the rest, and leaves out what is gone or no longer allowed. */
async function updated(
  before: SearchIndex,
  { files, signal }: { readonly files: readonly ListedFile[]; readonly signal: AbortSignal },
): Promise<{ readonly index: SearchIndex; readonly isChanged: boolean }> {
  const numbers = new Map(before.files.map(({ path }, number) => [path, number]));
  const kept = new Map<number, ListedFile>();
  const others: ListedFile[] = [];
  for (const file of files) {
    const number = numbers.get(file.path);
    const known = number === undefined ? undefined : before.files[number];
    if (number !== undefined && known?.size === file.size && known.mtimeMs === file.mtimeMs) kept.set(number, file);
    else others.push(file);
  }
  if (others.length === 0 && kept.size === before.files.length) return { index: before, isChanged: false };
  const builder = new IndexBuilder();
  const pause = pauses(signal);
  for (const { path } of others) {
    const read = readTextFile(path);
    if (read === undefined) continue;
    const number = numbers.get(path);
    // A checkout writes a file anew with the text that it had.
    if (number !== undefined && before.files[number]?.hash === read.hash) kept.set(number, { path, ...read });
    else builder.add({ path, ...read });
    await pause();
  }
  builder.keep(before, kept);
  return { index: builder.finish(), isChanged: true };
}

/** Leaves other work its turn, now and then: a large source takes seconds. Throws SEARCH_STOPPED. */
function pauses(signal: AbortSignal): () => Promise<void> {
  let until = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < until) return;
    await nextTurn();
    if (signal.aborted) throw errors.SEARCH_STOPPED({});
    until = performance.now() + SLICE_MS;
  };
}

const UNUSED_MS = 30 * 24 * 3600 * 1000;

/** Notes that an index is in use. */
function markUsed(file: string, now = new Date()): void {
  try {
    utimesSync(file, now, now);
  } catch {
    // An index without files has none on disk.
  }
}

/**
 * Removes the indexes that nobody used for a month: their source has another name or other paths by now, or its project is gone. An index
 * of a source that comes back is made anew.
 */
function removeUnused(folder: string, now = Date.now()): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.idx')) continue;
    const file = join(folder, name);
    const usedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - usedAt > UNUSED_MS) rmSync(file, { force: true });
  }
}
