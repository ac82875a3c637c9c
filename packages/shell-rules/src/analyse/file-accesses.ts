import type { Access } from '@loadout/core';
import { deniedBelow } from '../place/denied-below.js';
import type { Analysis } from './analyse.js';
import { carriesOnlyFiles } from './carried-files.js';
import { type FoundPath, pathsOf } from './file-paths.js';
import type { Chain, FileUse } from './parts.js';
import { isKnown } from './read-word.js';
import type { Paths } from './real-path.js';

/** Each path costs a system call. A command that names more paths needs a person. */
const MOST_PATHS = 400;
/** The most files that all patterns of a command may match. */
const MOST_MET = 4_000;

type FileAccess = Extract<Access, { kind: 'read' | 'write' }>;

/** A folder with more entries is not searched, since that takes longer than a person would notice. */
const MOST_SEARCHED = 5_000;

interface SearchPlace {
  readonly cwd: string;
  readonly roots?: readonly string[] | undefined;
  readonly mayRead?: ((path: string) => boolean) | undefined;
}

/** Tells whether a command that reads all of a folder meets no file that a deny or ask rule is about. */
export function searchOf({ cwd, roots = [cwd], mayRead }: SearchPlace, paths: Paths): (path: string) => boolean {
  return (path) => {
    if (mayRead === undefined || !roots.some((root) => isBelow(path, { folder: root, orEqual: root !== '/' }))) return false;
    try {
      return paths.isFile(path) || deniedBelow(path, mayRead, MOST_SEARCHED) === undefined;
    } catch {
      return false;
    }
  };
}

interface FilePlace {
  readonly placeOf: (chain: Chain) => string | undefined;
  readonly home: string | undefined;
  readonly paths: Paths;
  readonly later: boolean;
  /** Whether all files below a folder were looked at, so that a read of the folder is one of these files. */
  readonly isSearched: (path: string) => boolean;
}

/** Returns each file once, and the reason why the list may be incomplete. */
export function fileAccesses(analysis: Analysis, { placeOf, home, paths, later, isSearched }: FilePlace) {
  const { files, commands } = analysis;
  const writes = files.some(({ kind }) => kind === 'write');
  const mayMakeOptions = files.some((use) => use.kind === 'write' && mayBeOption(use));
  const found = new Map<string, FileAccess>();
  const met: MetFile[] = [];
  let unclear: string | undefined;
  let looked = 0;
  const waysOf = (use: FileUse, chain: Chain) => {
    const place = looked > MOST_PATHS || met.length > MOST_MET ? undefined : placeOf(chain);
    return place === undefined ? undefined : lookUp(use, { place, home, writes, mayMakeOptions, paths });
  };
  const carriesFiles = !later && carriesOnlyFiles(analysis, { waysOf, paths });
  for (const use of files)
    for (const chain of use.folders) {
      looked += 1;
      const ways = waysOf(use, chain);
      if (typeof ways === 'string' || ways === undefined) {
        unclear ??= ways ?? `a file that is not known: ${nameOf(use)}`;
        if (use.kind === 'write' && use.below === true) found.set('write/', { kind: use.kind, path: '/', below: true });
        continue;
      }
      const isBelow = use.below === true && !(carriesFiles && (use.carried === true || use.fills === 'tree'));
      for (const one of ways) {
        met.push({ use, ...one });
        const by = use.isMeant === true && use.command !== undefined ? commands[use.command - 1]?.text : undefined;
        const below = (isBelow || one.below) && !(use.kind === 'read' && isSearched(one.path));
        addFile(found, { ...one, kind: use.kind, below, by, later });
      }
    }
  const filled = met
    .filter(({ use }) => (use.fills !== undefined && !carriesFiles) || use.makes === true)
    .map(({ path }) => path);
  return { found, met, filled, unclear: unclear ?? (carriesFiles ? undefined : laidOver(met)) };
}

interface LookUp {
  readonly place: string;
  readonly home: string | undefined;
  readonly writes: boolean;
  /** Whether the script may create a file whose name looks like an option. */
  readonly mayMakeOptions: boolean;
  readonly paths: Paths;
}

/** Whether a program may take the name of a written file for an option. */
const mayBeOption = ({ path, fills, through }: FileUse) =>
  (through === true && fills === undefined) || (isKnown(path) && /(?:^|\/)[-@][^/]*\/?$/.test(path));

/** Returns the paths that a use of a file means, or the reason why they are unknown. */
function lookUp(use: FileUse, { place, home, writes, mayMakeOptions, paths }: LookUp): readonly FoundPath[] | string | undefined {
  try {
    const folder = paths.real(place);
    const { loose } = use;
    const odd = loose === undefined ? undefined : paths.names(folder)?.find((name) => loose.includes(name.charAt(0)));
    if (odd !== undefined) return `a file whose name may be taken for an option: ${odd}`;
    if (loose !== undefined && mayMakeOptions) return 'a file name pattern that may meet an option';
    const ways = pathsOf(use.path, { folder, home, writes, paths });
    if (use.carried === true && isKnown(use.path) && paths.isLink(folder, use.path))
      return `a link that is copied or moved: ${use.path}`;
    if (use.plain === true && ways?.some(({ path }) => paths.isFolder(path)) === true)
      return `a folder whose links are followed: ${nameOf(use)}`;
    return use.through === true ? withLinks(ways, paths) : ways;
  } catch (error) {
    return `a file that cannot be looked up: ${error instanceof Error ? error.message : nameOf(use)}`;
  }
}

const withLinks = (ways: readonly FoundPath[] | undefined, paths: Paths): readonly FoundPath[] | undefined =>
  ways?.flatMap((way) => [way, ...paths.linksBelow(way.path).map((path) => ({ path, below: false }))]);

const nameOf = ({ path }: FileUse) => (isKnown(path) ? path : path.why);

interface MetFile extends FoundPath {
  readonly use: FileUse;
}

/** The reason why a path may lead anywhere: the path goes through a tree that the same script puts there. */
function laidOver(met: readonly MetFile[]): string | undefined {
  const filled = met.filter(({ use }) => use.fills !== undefined);
  const hit = met.find(({ use, path, below }) =>
    filled.some(
      (one) => one.use.command !== use.command && isBelow(path, { folder: one.path, orEqual: below || one.use.fills === 'link' }),
    ),
  );
  return hit && `a file in a folder that the command itself fills: ${hit.path}`;
}

export const isBelow = (path: string, { folder, orEqual }: { folder: string; orEqual: boolean }) =>
  path === folder ? orEqual : path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

interface AddedFile extends FoundPath {
  readonly kind: 'read' | 'write';
  /** The command whose purpose is to change the file that its words name. */
  readonly by: string | undefined;
  /**
   * Whether the file is written after the checked path may have changed. Only a rule for the file covers such a write, no rule
   * for the command.
   */
  readonly later?: boolean;
}

export function addFile(found: Map<string, FileAccess>, { kind, path, below, by, later = false }: AddedFile): void {
  const key = `${kind}${path}`;
  const already = found.get(key);
  const isBelow = below || already?.below === true;
  const place = isBelow ? { path, below: true } : { path };
  const write = later ? { later } : namedBy(by, already);
  found.set(key, kind === 'read' ? { kind, ...place } : { kind, ...place, ...write });
}

/** Returns the commands that name the file. A single write that no command names removes all names. */
function namedBy(by: string | undefined, already: FileAccess | undefined): { readonly by?: readonly string[] } {
  if (by === undefined || (already?.kind === 'write' && already.by === undefined)) return {};
  return { by: [...new Set([...(already?.kind === 'write' ? (already.by ?? []) : []), by])] };
}
