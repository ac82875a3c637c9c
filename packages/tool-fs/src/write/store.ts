import crypto from 'node:crypto';
import type { Stats } from 'node:fs';
import { FileCheckpoints, type ToolContext } from '@loadout/core';
import { atomicWrite } from '../files/atomic-write.js';
import type { Temporaries } from '../files/temporaries.js';
import type { FsOptions } from '../options.js';
import { ReadState } from '../read-state.js';

/** Options of the tools that write. */
export interface WriteOptions extends FsOptions {
  readonly temporaries: Temporaries;
}

interface Content {
  readonly bytes: Uint8Array;
  /** `undefined` for a new file. */
  readonly existing: Stats | undefined;
  readonly context: ToolContext;
  readonly options: Pick<WriteOptions, 'createParents' | 'temporaries'>;
}

/** Writes bytes to a permitted path and records them as seen. With checkpoints, saves the previous content first (STATE-04). */
export async function store(path: string, { bytes, existing, context, options }: Content): Promise<void> {
  const { createParents, temporaries } = options;
  const { signal } = context;
  const checkpoints = context.find(FileCheckpoints);
  if (checkpoints !== undefined) await checkpoints.before(path);
  const written = atomicWrite(path, { bytes, existing, createParents, temporaries, signal });
  // The system flushes the file meanwhile.
  const digest = crypto.hash('sha256', bytes);
  const { mtimeMs, size } = await written;
  context.find(ReadState)?.record(path, { mtimeMs, size, hash: digest, extent: 'full' });
}

/**
 * Stores bytes, and does work about them while the system flushes the file. Settles when both are done, so that a failed call
 * leaves no write under way. Throws the error of the write, if there is one.
 */
export async function storeWhile<T>(path: string, content: Content, work: () => Promise<T>): Promise<T> {
  const [stored, worked] = await Promise.allSettled([store(path, content), work()]);
  if (stored.status === 'rejected') throw stored.reason;
  if (worked.status === 'rejected') throw worked.reason;
  return worked.value;
}
