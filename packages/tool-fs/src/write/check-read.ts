import type { Stats } from 'node:fs';
import type { ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { isUnchanged, ReadState } from '../read-state.js';

/** Throws unless this session has read the file. Says whether it has changed since. Source: TOOL-WRITE-02, CON-12. */
export function assertRead(
  path: string,
  now: { readonly context: ToolContext; readonly stats: Stats; readonly bytes: () => Uint8Array },
): { readonly changed: boolean } {
  const view = now.context.get(ReadState).get(path);
  if (view === undefined || view.extent === 'partial') throw errors.FILE_NOT_READ({ path, partial: view !== undefined });
  return { changed: !isUnchanged(view, now) };
}
