import { lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { IndexEntry } from './git-index.js';
import { IgnoreRules } from './ignore-rules.js';
import type { Repository } from './repository.js';

interface Wanted {
  readonly tracked: readonly IndexEntry[];
  readonly mayRead: (path: string) => boolean;
  /** Whether the command also takes up ignored files. */
  readonly ignored: boolean;
}

const MOST_ENTRIES = 20_000;

/** The files that git would take up untracked although a deny or ask rule covers reading them; `undefined` for too many files. */
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
