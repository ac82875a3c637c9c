import { type LaterRows, PROTECTED_FILES, STEERING_FILES } from './later-files.js';
import { wildcard } from './wildcard.js';
import { originalPath } from './worktree.js';

/** Whether writing a path always asks, or asks unless a rule names it; `undefined` for a file that decides nothing. */
export function runsLater(path: string): 'protected' | 'steering' | undefined {
  const lower = lowerPath(path);
  if (markersOf(lower, protectedRows).length > 0) return 'protected';
  return markersOf(lower, steeringRows).length > 0 ? 'steering' : undefined;
}

/**
 * Returns whether a rule with this specifier names a steering file, rather than merely matching it with a wildcard:
 * `Edit(.github/**)` does, `Edit(/**)` does not.
 */
export function namesSteering(specifier: string, path: string): boolean {
  const segments = specifier.toLowerCase().split('/').filter(isName);
  const patterns = segments.map((segment) => wildcard(segment));
  return markersOf(lowerPath(path), steeringRows).some((marker) => patterns.some((pattern) => pattern.test(marker)));
}

/** Returns whether a segment is a name; `*.md` is only an ending. */
const isName = (segment: string) => segment.replace(/[*?]/g, '').length > (/^[*?]/.test(segment) ? 6 : 2);

/** Some disks ignore case. A file of a worktree counts as the file that it is a copy of. */
const lowerPath = (path: string) => originalPath(path).toLowerCase();

interface Compiled {
  readonly names: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** The rows of several segments, and those with `*`. */
  readonly others: RegExp;
}

function compile(rows: LaterRows): Compiled {
  const lower = rows.map((row) => row.toLowerCase());
  const plain = lower.filter((row) => /^[^/*]+\/?$/.test(row));
  const others = lower.filter((row) => !plain.includes(row));
  return {
    names: new Set(plain.filter((row) => !row.endsWith('/'))),
    folders: new Set(plain.filter((row) => row.endsWith('/')).map((row) => row.slice(0, -1))),
    others: new RegExp(`(?:^|/)(?:${others.map(sourceOf).join('|')})$`),
  };
}

const sourceOf = (row: string) =>
  row
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replace(/\/$/, '(?:/.*)?');

const protectedRows = compile(PROTECTED_FILES);
const steeringRows = compile(STEERING_FILES);

/** Returns the names in a path, in lower case, that put the path on a list. */
function markersOf(lower: string, { names, folders, others }: Compiled): readonly string[] {
  const parts = lower.split('/');
  const name = parts.at(-1) ?? '';
  const other = others.exec(lower)?.[0].split('/').filter(Boolean) ?? [];
  return [...parts.filter((part) => folders.has(part)), ...(names.has(name) ? [name] : []), ...other];
}
