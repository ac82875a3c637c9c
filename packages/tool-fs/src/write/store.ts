import { mkdirSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { atomicWrite } from '../files/atomic-write.js';
import { attempt } from '../files/errno.js';
import { statOrMissing } from '../files/regular-file.js';
import { hashOf, ReadState } from '../read-state.js';

/** Puts the bytes at a real path and remembers them as seen. */
export async function store(
  path: string,
  what: { bytes: Uint8Array; existing: Stats | undefined; createParents: boolean; context: ToolContext },
): Promise<void> {
  if (what.context.signal.aborted) throw errors.FILE_CALL_CANCELLED({ path });
  if (what.existing === undefined) makeParent(path, what.createParents);
  await atomicWrite(path, what);
  const { mtimeMs, size } = statSync(path);
  what.context.find(ReadState)?.record(path, { mtimeMs, size, hash: hashOf(what.bytes), extent: 'full' });
}

function makeParent(path: string, createParents: boolean): void {
  const parent = dirname(path);
  if (createParents) attempt(() => mkdirSync(parent, { recursive: true }), { path: parent, doing: 'create the folder' });
  else if (statOrMissing(parent) === undefined) throw errors.FILE_PARENT_MISSING({ path, parent });
}
