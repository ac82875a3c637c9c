import { lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { IndexEntry } from './git-index.js';
import { IgnoreRules } from './ignore-rules.js';
import type { Repository } from './repository.js';

interface Wanted {
  readonly tracked: readonly IndexEntry[];
  readonly mayRead: (path: string) => boolean;
  /** Ignored files are taken up too. */
  readonly ignored: boolean;
}

const MOST_ENTRIES = 20_000;

/**
 * Files that git does not track, would take up, and against whose reading a rule stands; `undefined` where there is too much
 * to look through.
 */
export function untrackedFiles(
  { top, commonDir, scope }: Repository & { readonly scope: readonly string[] },
  { tracked, mayRead, ignored }: Wanted,
): readonly string[] | undefined {
  const known = new Set(tracked.map(({ path }) => path));
  const rules = new IgnoreRules(top, join(commonDir, 'info', 'exclude'));
  const found: string[] = [];
  const waiting = [...scope];
  let seen = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const about = lstatSync(path, { throwIfNoEntry: false });
    if (about === undefined || (!ignored && path !== top && rules.ignores(path, about.isDirectory()))) continue;
    if (!about.isDirectory()) {
      if (!known.has(relative(top, path)) && !mayRead(path)) found.push(path);
      continue;
    }
    for (const name of readdirSync(path)) {
      if (++seen > MOST_ENTRIES) return undefined;
      if (name !== '.git') waiting.push(join(path, name));
    }
  }
  return found;
}
