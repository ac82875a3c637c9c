import type { Stats } from 'node:fs';
import { FileCheckpoints, type ToolContext } from '@loadout/core';
import { atomicWrite } from '../files/atomic-write.js';
import type { Temporaries } from '../files/temporaries.js';
import type { FsOptions } from '../options.js';
import { hashOf, ReadState } from '../read-state.js';

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
  const { mtimeMs, size } = await atomicWrite(path, { bytes, existing, createParents, temporaries, signal });
  context.find(ReadState)?.record(path, { mtimeMs, size, hash: hashOf(bytes), extent: 'full' });
}
