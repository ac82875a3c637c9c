import type { Access } from '@loadout/core';
import type { MadeFolder, MadeFolders } from '../place/made-folders.js';
import type { Analysis } from './analyse.js';
import { type FoundPath, pathsOf } from './file-paths.js';
import { type NamedPath, namedPaths } from './named-paths.js';
import { lookAtParts, type PartFinding } from './part-folders.js';
import type { Chain, FileUse, Part } from './parts.js';
import { isKnown } from './read-word.js';
import { Paths, resolveIn } from './real-path.js';

export interface AccessPlace {
  readonly analysis: Analysis;
  readonly cwd: string;
  /** Where `~` leads; without it, what begins with `~` is not known. */
  readonly home?: string | undefined;
  /** The working directories, links followed. Default: `cwd` alone. */
  readonly roots?: readonly string[] | undefined;
  /** The folders that earlier commands filled from elsewhere. */
  readonly made?: Pick<MadeFolders, 'within'> | undefined;
  /** No deny or ask rule stands against reading it. Default: none does. */
  readonly mayRead?: ((path: string) => boolean) | undefined;
  /** The environment of the command. Absent: git is not asked for names. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** It goes on while other calls run. */
  readonly later?: boolean | undefined;
}

/** Looking a path up costs a call of the system; a command that names more is one for a person. */
const MOST_PATHS = 400;
/** The files that all its patterns meet. */
const MOST_MET = 4_000;

/** What the permission rules are held against: each command, each file, and the whole text where something stays unclear. */
export function accessesOf(command: string, place: AccessPlace): readonly Access[] {
  const { analysis, cwd, home } = place;
  const placeOf = placesFrom(place);
  const paths = new Paths();
  const files = fileAccesses(analysis, { placeOf, home, paths, later: place.later === true || analysis.waits });
  const { found, reads } = lookAtParts(analysis, { ...place, roots: place.roots ?? [cwd], placeOf, filled: files.filled });
  for (const { path, below } of reads) addFile(files.found, { kind: 'read', path, below, by: undefined });
  const runs = runAccesses(analysis.commands, {
    folderOf: (part) => found.get(part),
    namesOf: (part) => namedPaths(part, { placeOf, home, paths }),
  });
  const unclear = analysis.unclear ?? files.unclear ?? runs.find((run) => run.unclear !== undefined)?.unclear;
  const isTold = runs.some((run) => run.unclear === unclear);
  const whole: Access[] =
    (unclear !== undefined && !isTold) || runs.length === 0
      ? [{ kind: 'run', text: command, unclear: unclear ?? 'no command' }]
      : [];
  return [...runs, ...files.found.values(), ...whole];
}

/** The folders that a command fills from an archive, another repository, or from outside of the working directories. */
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
  readonly folderOf: (part: Part) => PartFinding | undefined;
  readonly namesOf: (part: Part) => readonly NamedPath[] | undefined;
}

/** The same command twice is one thing to decide about. */
function runAccesses(commands: readonly Part[], { folderOf, namesOf }: RunPlace): readonly Run[] {
  const runs = new Map<string, Run>();
  for (const part of commands) {
    const { text, words, also } = part;
    const [found, names] = [folderOf(part), namesOf(part)];
    const unclear = part.unclear ?? found?.unclear ?? (names === undefined ? 'too many words' : undefined);
    const does = part.does === 'reads' && found?.doesMore !== undefined ? 'more' : part.does;
    const run: Run = {
      kind: 'run',
      text,
      words,
      ...(also.length > 0 ? { also } : {}),
      ...(unclear === undefined ? {} : { unclear }),
      ...(does === undefined ? {} : { does }),
      ...(names === undefined || names.length === 0 ? {} : { names }),
    };
    runs.set(also.length > 0 || run.names !== undefined ? String(runs.size) : JSON.stringify([text, words, unclear, does]), run);
  }
  return [...runs.values()];
}

interface FilePlace {
  readonly placeOf: (chain: Chain) => string | undefined;
  readonly home: string | undefined;
  readonly paths: Paths;
  readonly later: boolean;
}

/** The files, each once, and why they are perhaps not all. */
function fileAccesses({ files, commands }: Analysis, { placeOf, home, paths, later }: FilePlace) {
  const writes = files.some(({ kind }) => kind === 'write');
  const mayMakeOptions = files.some((use) => use.kind === 'write' && mayBeOption(use));
  const found = new Map<string, FileAccess>();
  const met: MetFile[] = [];
  let unclear: string | undefined;
  let looked = 0;
  for (const use of files)
    for (const chain of use.folders) {
      looked += 1;
      const place = looked > MOST_PATHS || met.length > MOST_MET ? undefined : placeOf(chain);
      const ways = place === undefined ? undefined : lookUp(use, { place, home, writes, mayMakeOptions, paths });
      if (typeof ways === 'string' || ways === undefined) {
        unclear ??= ways ?? `a file that is not known: ${nameOf(use)}`;
        if (use.kind === 'write' && use.below === true) found.set('write/', { kind: use.kind, path: '/', below: true });
        continue;
      }
      for (const one of ways) {
        met.push({ use, ...one });
        const by = use.isMeant === true && use.command !== undefined ? commands[use.command - 1]?.text : undefined;
        addFile(found, { ...one, kind: use.kind, below: use.below === true || one.below, by, later });
      }
    }
  const filled = met.filter(({ use }) => use.fills !== undefined || use.makes === true).map(({ path }) => path);
  return { found, met, filled, unclear: unclear ?? laidOver(met) };
}

interface LookUp {
  readonly place: string;
  readonly home: string | undefined;
  readonly writes: boolean;
  /** The script may make a file whose name looks like an option. */
  readonly mayMakeOptions: boolean;
  readonly paths: Paths;
}

/** A file that is put somewhere under a name which a program may take for an option. */
const mayBeOption = ({ path, fills, through }: FileUse) =>
  (through === true && fills === undefined) || (isKnown(path) && /(?:^|\/)[-@][^/]*\/?$/.test(path));

/** The paths that a use of a file means, or why that cannot be told. */
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

/** A path that leads through a tree which the same script puts there may lead anywhere by then. */
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
  /** The command that is there to change what its words name, and names it. */
  readonly by: string | undefined;
  /** It is written when what was looked at may lead elsewhere: no rule for the command covers it, only one for the file. */
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

/** Named by words alone, or not at all: one use that is none of a command's words leaves none. */
function namedBy(by: string | undefined, already: FileAccess | undefined): { readonly by?: readonly string[] } {
  if (by === undefined || (already?.kind === 'write' && already.by === undefined)) return {};
  return { by: [...new Set([...(already?.kind === 'write' ? (already.by ?? []) : []), by])] };
}

/** bash keeps the name by which a folder was entered, and `cd ..` goes up by that name. */
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
