import type { Access } from '@loadout/core';
import type { MadeFolder, MadeFolders } from '../place/made-folders.js';
import type { Analysis } from './analyse.js';
import { carriesOnlyFiles } from './carried-files.js';
import { type FoundPath, pathsOf } from './file-paths.js';
import { linkOutside } from './link-outside.js';
import { type NamedPath, namedPaths } from './named-paths.js';
import { lookAtParts, type PartFinding } from './part-folders.js';
import type { Chain, FileUse, Part } from './parts.js';
import { isKnown } from './read-word.js';
import { Paths, resolveIn } from './real-path.js';

export interface AccessPlace {
  readonly analysis: Analysis;
  readonly cwd: string;
  /** The folder that `~` stands for. Without it, a path that begins with `~` is unknown. */
  readonly home?: string | undefined;
  /** The working directories, links followed. Default: `cwd` alone. */
  readonly roots?: readonly string[] | undefined;
  /** The folders that earlier commands filled from elsewhere. */
  readonly made?: Pick<MadeFolders, 'within'> | undefined;
  /** Whether no deny or ask rule applies to reading the path. Default: no rule applies. */
  readonly mayRead?: ((path: string) => boolean) | undefined;
  /** The environment of the command. Without it, git is not asked for names. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Whether the command continues while other calls run. */
  readonly later?: boolean | undefined;
}

/** Each path costs a system call. A command that names more paths needs a person. */
const MOST_PATHS = 400;
/** The most files that all patterns of a command may match. */
const MOST_MET = 4_000;

/** Returns everything that the permission rules check: each command, each file, and the whole text if a part stays unclear. */
export function accessesOf(command: string, place: AccessPlace): readonly Access[] {
  const { analysis, cwd, home } = place;
  const placeOf = placesFrom(place);
  const paths = new Paths();
  const files = fileAccesses(analysis, { placeOf, home, paths, later: place.later === true || analysis.waits });
  const { found, reads } = lookAtParts(analysis, { ...place, roots: place.roots ?? [cwd], placeOf, filled: files.filled });
  for (const { path, below } of reads) addFile(files.found, { kind: 'read', path, below, by: undefined });
  const runs = runAccesses(analysis.commands, {
    folderOf: (part) => found.get(part),
    roots: place.roots ?? [cwd],
    namesOf: (part) => namedPaths(part, { placeOf, home, paths, mayRead: place.mayRead ?? (() => true) }),
  });
  const unclear = [analysis.unclear, files.unclear].find((why) => why !== undefined && !runs.some((run) => run.unclear === why));
  const whole: Access[] =
    unclear !== undefined || runs.length === 0 ? [{ kind: 'run', text: command, unclear: unclear ?? 'no command' }] : [];
  return [...runs, ...files.found.values(), ...whole];
}

/**
 * Returns the folders that a command fills from an archive, from another repository, or from outside of the working directories.
 */
export function filledFrom(place: AccessPlace): readonly MadeFolder[] {
  const { analysis, cwd, home, roots = [cwd], made } = place;
  const { met } = fileAccesses(analysis, { placeOf: placesFrom(place), home, paths: new Paths(), later: false });
  const isForeign = (path: string) =>
    !roots.some((root) => isBelow(path, { folder: root, orEqual: true })) || made?.within(path) !== undefined;
  const brings = (use: FileUse) =>
    use.makes === true ||
    (use.fills === 'tree' &&
      met.some((one) => one.use.command === use.command && one.use.carried === true && isForeign(one.path)));
  const by = ({ command }: FileUse) => analysis.commands[(command ?? 0) - 1]?.text ?? '';
  return met.filter(({ use }) => use.kind === 'write' && brings(use)).map(({ path, use }) => ({ path, by: by(use) }));
}

function placesFrom({ cwd, home }: AccessPlace): (chain: Chain) => string | undefined {
  const places = new Map<Chain, string | undefined>();
  return (chain) => {
    if (!places.has(chain)) places.set(chain, folderOf(chain, { cwd, home }));
    return places.get(chain);
  };
}

type Run = Extract<Access, { kind: 'run' }>;
type FileAccess = Extract<Access, { kind: 'read' | 'write' }>;

interface RunPlace {
  readonly roots: readonly string[];
  readonly folderOf: (part: Part) => PartFinding | undefined;
  readonly namesOf: (part: Part) => readonly NamedPath[] | undefined;
}

/** Returns one access for each command. Two equal commands are one access. */
function runAccesses(commands: readonly Part[], { roots, folderOf, namesOf }: RunPlace): readonly Run[] {
  const runs = new Map<string, Run>();
  for (const part of commands) {
    const { text, words, also } = part;
    const [found, names] = [folderOf(part), namesOf(part)];
    const closed = found?.unclear ?? (names === undefined ? 'too many words' : linkOutside(part, { names, roots }));
    const unclear = part.unclear ?? closed;
    const named = closed === undefined ? part.named : undefined;
    const does = part.does === 'reads' && found?.doesMore !== undefined ? 'more' : part.does;
    const run: Run = {
      kind: 'run',
      text,
      words,
      ...(also.length > 0 ? { also } : {}),
      ...(unclear === undefined ? {} : { unclear }),
      ...(named === undefined ? {} : { named }),
      ...(part.fed ? { fed: true } : {}),
      ...(part.unread ? { unread: true } : {}),
      ...(does === undefined ? {} : { does }),
      ...(names === undefined || names.length === 0 ? {} : { names }),
    };
    runs.set(
      also.length > 0 || run.names !== undefined ? String(runs.size) : JSON.stringify([text, words, unclear, does, part.fed]),
      run,
    );
  }
  return [...runs.values()];
}

interface FilePlace {
  readonly placeOf: (chain: Chain) => string | undefined;
  readonly home: string | undefined;
  readonly paths: Paths;
  readonly later: boolean;
}

/** Returns each file once, and the reason why the list may be incomplete. */
function fileAccesses(analysis: Analysis, { placeOf, home, paths, later }: FilePlace) {
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
        addFile(found, { ...one, kind: use.kind, below: isBelow || one.below, by, later });
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

const isBelow = (path: string, { folder, orEqual }: { folder: string; orEqual: boolean }) =>
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

function addFile(found: Map<string, FileAccess>, { kind, path, below, by, later = false }: AddedFile): void {
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

/** bash keeps the name by which it entered a folder, and `cd ..` goes up along that name. */
function folderOf(chain: Chain, { cwd, home }: { cwd: string; home: string | undefined }): string | undefined {
  let folder: string | undefined = cwd;
  for (const target of chain) {
    const text: string | undefined = isKnown(target)
      ? target
      : target.home === undefined || home === undefined || target.glob !== undefined
        ? undefined
        : home + target.home;
    folder = text === undefined || folder === undefined ? undefined : resolveIn(folder, text);
  }
  return folder;
}
