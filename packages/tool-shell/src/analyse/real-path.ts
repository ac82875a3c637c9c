import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const MOST_LINKS = 40;

/**
 * Where a path really leads: links followed through the deepest part that exists, also those that lead to nothing yet, and
 * the missing rest appended. Throws when the system does not let it look; then only a person can allow the call.
 */
export function realPath(path: string, linksLeft = MOST_LINKS): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const parent = dirname(path);
  if (parent === path) return path;
  const place = join(realPath(parent, linksLeft), basename(path));
  const target = linkTarget(place);
  if (target === undefined) return place;
  if (linksLeft === 0) throw new Error(`${path} leads through more than ${MOST_LINKS} links`);
  return realPath(resolve(dirname(place), target), linksLeft - 1);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
