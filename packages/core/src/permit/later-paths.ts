import { matchesWildcard } from '../names/wildcard.js';
import laterFiles from './later-files.json' with { type: 'json' };
import { originalPath, plainSpelling } from './path-pattern.js';

/**
 * The one list of files that decide what runs later. A row is the end of a path: `.npmrc` is a file at any depth,
 * `.github/workflows/` is everything in that folder, `*` is any text in a name. Permissions and the sandbox read this list.
 */
type LaterRows = readonly string[];

const rowsOf = (groups: Readonly<Record<string, LaterRows>>): LaterRows => Object.values(groups).flat();

/**
 * Files that decide which programs run later, on this machine or for the next person. Writing these files always asks, whatever
 * the mode and the allow rules, because one quiet change here undoes every other rule.
 */
export const PROTECTED_FILES = rowsOf(laterFiles.protected);

/**
 * Files that steer what other programs and agents do later: pipelines, git hooks, tools of an editor, instructions of agents. No
 * mode allows writing them unasked. An allow rule with a specifier does, since people do have agents work on these files.
 */
export const STEERING_FILES = rowsOf(laterFiles.steering);

/**
 * Whether writing a path always asks, or asks unless a rule names it; `undefined` for a file that decides nothing. `below`: the write
 * includes everything below the path, so that `.github` is a place for `.github/workflows`.
 */
export function runsLater(path: string, below = false): 'protected' | 'steering' | undefined {
  const lower = lowerPath(path);
  const isOn = (rows: Compiled) => markersOf(lower, rows).length > 0 || (below && rows.holders.test(lower));
  if (isOn(protectedRows)) return 'protected';
  return isOn(steeringRows) ? 'steering' : undefined;
}

/**
 * Returns whether a rule with this specifier names a steering file, rather than merely matching it with a wildcard:
 * `Edit(.github/**)` does, `Edit(/**)` does not.
 */
export function namesSteering(specifier: string, path: string): boolean {
  const segments = specifier.toLowerCase().split('/').filter(isName);
  const lower = lowerPath(path);
  const holder = steeringRows.holders.exec(lower)?.[0].split('/').filter(Boolean) ?? [];
  return [...markersOf(lower, steeringRows), ...holder].some((marker) =>
    segments.some((segment) => matchesWildcard(segment, marker)),
  );
}

/** Returns whether a segment is a name; `*.md` is only an ending. */
const isName = (segment: string) => segment.replace(/[*?]/g, '').length > (/^[*?]/.test(segment) ? 6 : 2);

/** Some disks open a file by several spellings. A file of a worktree counts as the file that it is a copy of. */
const lowerPath = (path: string) => originalPath(plainSpelling(path));

interface Compiled {
  readonly names: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** The rows of several segments, and those with `*`. */
  readonly others: RegExp;
  /** The folders with a dot above the rows of several segments. An ordinary name such as `tools` is too common for a question. */
  readonly holders: RegExp;
}

function compile(rows: LaterRows): Compiled {
  const lower = rows.map((row) => row.toLowerCase());
  const plain = lower.filter((row) => /^[^/*]+\/?$/.test(row));
  const others = lower.filter((row) => !plain.includes(row));
  const holders = others.map((row) => row.replace(/[^/]+\/?$/, '')).filter((row) => row.startsWith('.'));
  return {
    names: new Set(plain.filter((row) => !row.endsWith('/'))),
    folders: new Set(plain.filter((row) => row.endsWith('/')).map((row) => row.slice(0, -1))),
    others: new RegExp(`(?:^|/)(?:${others.map(sourceOf).join('|')})$`),
    holders: new RegExp(`(?:^|/)(?:${holders.map((row) => sourceOf(row.slice(0, -1))).join('|')})$`),
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
