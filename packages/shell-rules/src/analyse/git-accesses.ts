import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { GITLINK, type IndexEntry, trackedFiles } from '../place/git-index.js';
import { namesShown } from '../place/git-names.js';
import { isWithin } from '../place/is-within.js';
import type { Repository } from '../place/repository.js';
import { untrackedFiles } from '../place/untracked-files.js';
import type { GitUse } from './git-words.js';
import type { Paths } from './real-path.js';

export interface ReadPath {
  readonly path: string;
  readonly below: boolean;
}

export interface GitPlace {
  readonly repository: Repository | undefined;
  /** The folder in which git runs, links followed. */
  readonly folder: string;
  readonly paths: Paths;
  /** Whether the script changes files, so that git may find other files than the current ones. */
  readonly writes: boolean;
  /** Whether no deny or ask rule applies to reading the path. */
  readonly mayRead: (path: string) => boolean;
  /**
   * The environment in which git is asked for names. Without it, git is not asked, because its configuration may start a program.
   */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

const MOST_HASHED = 16 * 1024 * 1024;
const MOST_TOLD = 50;

/** The contents that a git call shows or takes up, as reads that rules for Read can be checked against. */
export function gitReads(use: GitUse, place: GitPlace): readonly ReadPath[] {
  const { folder, repository } = place;
  const top = repository?.top ?? folder;
  const inTree = use.inTree
    .flatMap((path) => treePlaces(path, { top, folder }))
    .map((path) => ({ path, below: !isOneFile(use) }));
  // Outside of a repository, and for paths outside of one, git compares files as diff does.
  const isDirect = use.command === 'diff' || repository === undefined || (!use.reads && use.contents !== 'none');
  const direct = isDirect ? [...use.maybe, ...(use.paths ?? [])].map((path) => seen(path, place)) : [];
  const named = use.contents === 'none' ? [] : (use.paths ?? []).map((path) => ({ path: resolve(folder, path), below: false }));
  const near = use.near.flatMap((name) => [folder, top].map((from) => seen(name, { ...place, folder: from })));
  return [{ path: top, below: false }, ...near, ...inTree, ...direct, ...named, ...contentsOf(use, { ...place, top })];
}

const isOneFile = ({ command, reads }: GitUse) => reads && (command === 'show' || command === 'cat-file' || command === 'blame');

/** Resolves a path from the top of the repository, or from the folder if the path begins with a dot. */
const treePlaces = (path: string, { top, folder }: { top: string; folder: string }) =>
  /^\.\.?(?:\/|$)/.test(path) ? [resolve(folder, path)] : [resolve(top, path), resolve(folder, path)];

const seen = (path: string, { paths, folder }: GitPlace): ReadPath => ({ path: paths.follow(folder, path), below: false });

function contentsOf(use: GitUse, place: GitPlace & { readonly top: string }): readonly ReadPath[] {
  const { contents, command } = use;
  if (contents === 'none') return [];
  const { top, folder, repository } = place;
  if (command === 'blame' && use.reads)
    return [...use.maybe, ...(use.paths ?? [])].map((path) => ({ path: resolve(folder, path), below: false }));
  const scope = scopeOf(use, place);
  const everything = (scope ?? [top]).map((path) => ({ path, below: !isPlainFile(path) }));
  const isOfCommits =
    contents === 'history' ||
    contents === 'objects' ||
    (use.maybe.length > 0 && (scope === undefined || use.paths !== undefined));
  // Git looks at staged contents again when it shows them.
  const isOld = use.reads && place.writes;
  const tracked = repository === undefined || isOld || isOfCommits ? undefined : trackedFiles(repository.gitDir);
  if (isOfCommits && use.query !== undefined && place.env !== undefined && !isOld) {
    const names = namesShown({ words: use.query, folder, env: place.env })?.map((name) => join(top, name));
    if (names !== undefined && contents === 'objects') return [];
    return names === undefined
      ? everything
      : told(
          names.filter((path) => !place.mayRead(path)),
          everything,
        );
  }
  if (tracked === undefined || repository === undefined) return everything;
  const inScope = (path: string) => scope === undefined || scope.some((one) => isWithin(path, one));
  const kept = tracked.filter((one) => {
    const path = join(top, one.path);
    return one.mode !== GITLINK && inScope(path) && !place.mayRead(path);
  });
  if (contents === 'tracked') return kept.length > 0 ? everything : [];
  const changed = kept.filter((one) => isChanged(one, top)).map((one) => join(top, one.path));
  if (contents === 'changes') return told(changed, everything);
  const untracked = untrackedFiles(
    { ...repository, scope: scope ?? [top] },
    { tracked, mayRead: place.mayRead, ignored: contents === 'ignored' },
  );
  return untracked === undefined ? everything : told([...changed, ...untracked], everything);
}

const told = (files: readonly string[], everything: readonly ReadPath[]): readonly ReadPath[] =>
  files.length > MOST_TOLD ? everything : files.map((path) => ({ path, below: false }));

/** The files and folders that narrow a call. Without `--`, only an operand that exists now is known not to be a commit. */
function scopeOf({ paths, maybe, command, reads }: GitUse, place: GitPlace): readonly string[] | undefined {
  const { folder, writes } = place;
  if (!reads && paths === undefined) return undefined;
  const named = maybe.map((path) => resolve(folder, path));
  const areThere = named.length > 0 && !writes && named.every((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  const first = paths?.map((path) => resolve(folder, path));
  if (first !== undefined) return maybe.length > 0 && command === 'diff' && areThere ? [...first, ...named] : first;
  return areThere ? named : undefined;
}

const isPlainFile = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Whether the working tree differs from the staged contents, compared by git's object name. */
function isChanged({ path, hash }: IndexEntry, top: string): boolean {
  try {
    const file = join(top, path);
    const about = lstatSync(file);
    if (!about.isFile() || about.size > MOST_HASHED) return true;
    const bytes = readFileSync(file);
    return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex') !== hash;
  } catch {
    return true;
  }
}

/** A comparison of files outside of the repository compares plain files, whatever its words say. */
export const leavesRepository = (use: GitUse, { repository, folder, paths }: GitPlace): boolean =>
  use.command === 'diff' &&
  repository !== undefined &&
  [...use.maybe, ...(use.paths ?? [])].some((path) => {
    const way = relative(repository.top, resolve(folder, path));
    return way.startsWith('..') || (path.includes('/') && !isWithin(paths.follow(folder, path), repository.top));
  });
