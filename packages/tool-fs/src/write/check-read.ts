import type { Stats } from 'node:fs';
import { sep } from 'node:path';
import { permittedPath, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { regularStats } from '../files/regular-file.js';
import { type FileView, isUnchanged, ReadState } from '../read-state.js';

/** Throws unless this session has read the file. Says whether it has changed since. Source: TOOL-WRITE-02, CON-12. */
export function assertRead(
  path: string,
  now: { readonly context: ToolContext; readonly stats: Stats; readonly bytes: () => Uint8Array },
): { readonly changed: boolean } {
  return { changed: !isUnchanged(viewOf(path, now.context), now) };
}

/**
 * Throws before a person is asked about a change of a file that this session has not read. Says nothing about files that the model
 * may not read unasked: that they exist would be an answer too. Source: U4.
 */
export function assertReadBeforeAsking(context: ToolContext): undefined {
  const path = permittedPath(context, 'write');
  const isOpen = context.mayRead(path) && context.roots.some((root) => path.startsWith(root.endsWith(sep) ? root : root + sep));
  if (isOpen && regularStats(path) !== undefined) viewOf(path, context);
}

function viewOf(path: string, context: ToolContext): FileView {
  const view = context.get(ReadState).get(path);
  if (view === undefined || view.extent === 'partial') throw errors.FILE_NOT_READ({ path, partial: view !== undefined });
  return view;
}
