import type { Stats } from 'node:fs';
import { sep } from 'node:path';
import { permittedPath, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { regularStats } from '../files/regular-file.js';
import { type FileView, isUnchanged, ReadState } from '../read-state.js';

/**
 * Throws unless this session has read the file. The answer says whether the file has changed since, as it was when it was looked at:
 * its bytes are compared when that is asked for the first time. Source: TOOL-WRITE-02, CON-12.
 */
export function assertRead(
  path: string,
  now: { readonly context: ToolContext; readonly stats: Pick<Stats, 'mtimeMs' | 'size'>; readonly bytes: () => Uint8Array },
): { readonly hasChanged: () => boolean } {
  const view = viewOf(path, now.context);
  let changed: boolean | undefined;
  return {
    hasChanged() {
      changed ??= !isUnchanged(view, now);
      return changed;
    },
  };
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
