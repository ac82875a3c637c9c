import { remembering } from '../names/remembering.js';
import type { PathBase } from './decided-call.js';

/**
 * Whether an absolute path matches a pattern, with the rules of gitignore: `//abs`, `~/in/home`, `/at/the/workspace`, `x/y` from
 * the workspace, `x` at any depth. A pattern that matches a folder matches everything below it. `x/**` includes the folder, so
 * that a search of the folder itself matches too. Source: PERM-10.
 */
export const pathMatches = (pattern: string, path: string, base: PathBase): boolean =>
  rootedMatches(pattern, rootedPath(path, base));

type Root = 'absolute' | 'home' | 'workspace';

/** The part of a path below each root of patterns. `undefined`: the path is outside. Made once for a path that meets many patterns. */
export type RootedPath = Readonly<Record<Root, string | undefined>>;

export function rootedPath(path: string, base: PathBase): RootedPath {
  const { absolute, home, workspace } = rootsOf(base);
  return { absolute: below(path, absolute), home: below(path, home), workspace: below(path, workspace) };
}

/** `pathMatches` for a path whose roots are known. */
export function rootedMatches(pattern: string, path: RootedPath): boolean {
  const { root, regexp } = compiled(pattern);
  const text = path[root];
  return text !== undefined && regexp.test(text);
}

const rootsOf = ({ home, workspace }: PathBase) => ({ absolute: '/', home, workspace });

function below(path: string, root: string): string | undefined {
  const [file, folder] = [rulePath(path), rulePath(root)];
  return root === '' || !isInside(file, folder)
    ? undefined
    : file.slice(folder.endsWith('/') ? folder.length : folder.length + 1);
}

/** Whether a pattern may match a path below a folder, judged by the part before its first wildcard. */
export function mayMatchInside(pattern: string, folder: string, base: PathBase): boolean {
  const { root, known } = compiled(pattern);
  const top = rulePath(rootsOf(base)[root]);
  const start = `${top.endsWith('/') ? top.slice(0, -1) : top}${known}` || '/';
  return top !== '' && (isInside(start, folder) || isInside(folder, start));
}

const LEAD = /^(\/\/|~\/|~$|\.?\/)?([\s\S]*)$/;

/** Whether a path is a folder or below it. Whole segments count: `/repo/app-2` is not inside `/repo/app`. */
export function isInside(path: string, folder: string): boolean {
  const [one, top] = [rulePath(path), rulePath(folder)];
  return one === top || one.startsWith(top.endsWith('/') ? top : `${top}/`);
}

/** Returns a pattern that matches exactly this path. */
export const escapePattern = (path: string) => path.replace(/[\\*?[\]{}]/g, '\\$&');

interface CompiledPattern {
  readonly root: Root;
  /** The folders before the first wildcard, each after a `/`. */
  readonly known: string;
  readonly regexp: RegExp;
}

const compiled = remembering(compile);

function compile(pattern: string): CompiledPattern {
  const [, lead = '', rest = ''] = LEAD.exec(pattern) ?? [];
  const anchored = lead !== '' || rest.replace(/\/+$/, '').includes('/');
  const glob = rest.replace(/(?:(?:^|\/)\*\*|\/)*$/, '');
  const globs = withoutBraces(glob);
  const source = `${anchored ? '' : '(?:[^/]+/)*'}(?:${globs?.map(globSource).join('|')})(?:/.*)?$`;
  return {
    root: lead === '//' ? 'absolute' : lead.startsWith('~') ? 'home' : 'workspace',
    known: anchored ? knownStart(rest) : '',
    regexp: globs === undefined ? /(?!)/ : new RegExp(glob === '' ? '' : `^${source}`, 'su'),
  };
}

function knownStart(rest: string): string {
  const segments = rest.split('/');
  const wild = segments.findIndex((segment) => /[*?[{\\]/.test(segment));
  const known = segments.slice(0, wild === -1 ? segments.length : wild).filter(Boolean);
  return known.map((segment) => `/${segment}`).join('');
}

/** The most characters of a pattern with its braces written out. A longer one takes long to be compiled. */
const MOST_CHARS = 10_000;

/** Returns why a pattern cannot be compared. Such a pattern matches nothing. */
export const patternProblem = (pattern: string): string | undefined =>
  withoutBraces(pattern) === undefined
    ? `with its braces written out, it may have more than ${MOST_CHARS} characters`
    : undefined;

/**
 * Returns the globs that a glob with `{a,b}` stands for, since braces between wildcards would take a time that grows with each wildcard.
 * `undefined`: they may have more than `MOST_CHARS`. Braces may be nested; a brace without its other half is literal.
 */
function withoutBraces(glob: string): readonly string[] | undefined {
  const most = MOST_CHARS / glob.length;
  if (most < 1) return undefined;
  const tokens = glob.match(/\\[\s\S]|\[[!^]?\]?[^\]]+\]|[\s\S]/gu) ?? [];
  const halves = pairedBraces(tokens);
  const open: { readonly before: readonly string[]; readonly parts: string[] }[] = [];
  let globs: readonly string[] = [''];
  for (const [index, token] of tokens.entries()) {
    const inside = open.at(-1);
    if (!halves.has(index) && (token !== ',' || inside === undefined)) globs = globs.map((one) => one + token);
    else if (token === '{') {
      open.push({ before: globs, parts: [] });
      globs = [''];
    } else if (inside !== undefined) {
      inside.parts.push(...globs);
      globs = [''];
      if (inside.before.length * inside.parts.length > most) return undefined;
      if (token === '}') globs = inside.before.flatMap((one) => inside.parts.map((part) => one + part));
      if (token === '}') open.pop();
    }
  }
  return globs;
}

/** Returns the places of the braces that have their other half. */
function pairedBraces(tokens: readonly string[]): ReadonlySet<number> {
  const paired = new Set<number>();
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token === '{') open.push(index);
    const other = token === '}' ? open.pop() : undefined;
    if (other !== undefined) paired.add(other).add(index);
  }
  return paired;
}

/** Translates a glob: `**` for any folders, `*` and `?` inside one name, `[abc]`, and `\` before a literal character. */
function globSource(glob: string): string {
  const tokens: Token[] = [];
  let index = 0;
  while (index < glob.length) {
    const token = nextToken(glob.slice(index), index === 0 || glob[index - 1] === '/');
    tokens.push(token);
    index += token.length;
  }
  return joined(tokens);
}

interface Token {
  readonly length: number;
  readonly source: string;
  /** The unit that is repeated: characters of a name, or folders. Absent: no wildcard. */
  readonly repeats?: 'chars' | 'folders';
  /** Whether the token fits in more than one length, and is no wildcard. */
  readonly hasLengths?: true;
}

const REPEATED = { chars: '[^/]', folders: '[^/]+/' } as const;

/**
 * Joins tokens. A wildcard stops where that which stands before the next one of its kind fits first, since the next one takes what is left:
 * the time does not grow with each wildcard.
 */
const joined = (tokens: readonly Token[]): string =>
  tokens
    .map(({ source, repeats }, index) => {
      const stop = repeats === undefined ? undefined : stopOf(repeats, tokens.slice(index + 1));
      return repeats === undefined || stop === undefined ? source : `(?:(?!${stop})${REPEATED[repeats]})*`;
    })
    .join('');

/** The source before the next wildcard of a kind. `undefined`: there is none, or what stands there fits in more than one length. */
function stopOf(kind: 'chars' | 'folders', rest: readonly Token[]): string | undefined {
  const next = rest.findIndex(({ repeats }) => repeats === kind);
  const between = rest.slice(0, Math.max(0, next));
  const isWithin = kind === 'folders' || between.every(({ source, repeats }) => source !== SLASH && repeats === undefined);
  return next === -1 || !isWithin || between.some(({ hasLengths }) => hasLengths) ? undefined : joined(between);
}

const SLASH = '\\/';

function nextToken(rest: string, startsSegment: boolean): Token {
  const stars = /^\*+/.exec(rest)?.[0].length ?? 0;
  if (startsSegment && stars === 2 && rest[2] === '/') return { length: 3, source: '(?:[^/]+/)*', repeats: 'folders' };
  if (startsSegment && stars === 2 && rest.length === 2) return { length: 2, source: '.*', hasLengths: true };
  if (stars > 0) return { length: stars, source: '[^/]*', repeats: 'chars' };
  if (rest.startsWith('?')) return { length: 1, source: '[^/]' };
  return characterClass(rest) ?? literal(rest);
}

function literal(rest: string): Token {
  const [text = '', char = ''] = /^\\?([\s\S])/u.exec(rest) ?? [];
  return { length: text.length, source: char.replace(/[.*+?^${}()|[\]\\/]/, '\\$&') };
}

function characterClass(rest: string): Token | undefined {
  const [text, not = '', body = ''] = /^\[([!^]?)(\]?[^\]]+)\]/.exec(rest) ?? [];
  if (text === undefined) return undefined;
  const source = `(?!/)[${not === '' ? '' : '^'}${body.replace(/[\\\][^]/g, '\\$&')}]`;
  try {
    new RegExp(source, 'u');
    return { length: text.length, source };
  } catch {
    return undefined;
  }
}

/**
 * The folder of a worktree: `/repo/.claude/worktrees/x/src/a` is a copy of `/repo/src/a`. The worktree folders themselves are no
 * copies.
 */
const IN_WORKTREE = /\/\.claude\/worktrees\/[^/]+(?=\/|$)/i;

/** Returns the file of the repository that a file of a worktree is a copy of; returns any other path as rules write it. */
export const originalPath = (path: string): string => rulePath(path).replace(IN_WORKTREE, '');

/**
 * Returns a path as rules write it. A path of Windows tells by itself what it is: `C:\repo` is `/c/repo`, as in Git Bash, and
 * `\\host\share` is `//host/share`. The prefix `\\?\` says nothing about the place.
 */
export function rulePath(path: string): string {
  if (!/^(?:[a-z]:[\\/]|\\\\)/i.test(path)) return path;
  const plain = path.replace(/^\\\\[?.]\\(?:UNC\\)?/i, (prefix) => (prefix.length > 4 ? '\\\\' : ''));
  return plain.replaceAll('\\', '/').replace(/^([a-z]):\//i, (_, drive: string) => `/${drive.toLowerCase()}/`);
}

/**
 * Returns one spelling for all those under which a disk opens the same file: `.ENV`, `.env.`, `.env::$DATA` and `.env` on Windows, and
 * a letter with its accent apart on macOS. Such disks are mounted on Linux too.
 */
export const plainSpelling = (path: string): string =>
  looseCase(rulePath(path))
    .replace(/:[^:/]*:\$[a-z_]+(?=\/|$)/g, '')
    .replace(/(?<=[^/. ])[. ]+(?=\/|$)/g, '');

/** Returns a text without the differences of case, and of accents that are apart. */
export const looseCase = (text: string): string => text.normalize('NFC').toLowerCase();
