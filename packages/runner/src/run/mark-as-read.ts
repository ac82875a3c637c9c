import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { SeenFiles } from '@loadout/core';
import type { Worked } from './checkpoints.js';

/**
 * Lets Edit and Write treat a file as read, for a host that knows that the conversation contains the file, for example after a
 * resume. With `mtimeMs`, the time of the read, only if the file has not changed since. Returns whether the file was marked.
 * Source: STATE-05.
 */
export function markAsRead(
  run: Omit<Worked, 'spec'>,
  path: string,
  { mtimeMs }: { readonly mtimeMs?: number | undefined } = {},
): boolean {
  const seen = run.services.find(SeenFiles);
  if (seen === undefined) return false;
  try {
    const real = realpathSync(resolve(run.session.cwd, path));
    const stats = statSync(real);
    if (!stats.isFile() || (mtimeMs !== undefined && Math.floor(stats.mtimeMs) > mtimeMs)) return false;
    seen.sawWhole(real);
    return true;
  } catch {
    return false;
  }
}
