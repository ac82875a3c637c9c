import type { Access } from '@loadout/core';
import { isWithin } from '../place/is-within.js';
import type { MadeFolder, MadeFolders } from '../place/made-folders.js';
import { plantedPrograms } from '../place/planted-programs.js';
import { type Analysis, analyse } from './analyse.js';
import { addFile, fileAccesses, isBelow, searchOf } from './file-accesses.js';
import { isGit } from './git-command.js';
import { type NamedPath, namedPaths } from './named-paths.js';
import { lookAtParts, type PartFinding } from './part-folders.js';
import type { Chain, FileUse, Part } from './parts.js';
import { isKnown } from './read-word.js';
import { Paths, resolveIn } from './real-path.js';

/** The place where a command is to run. Its fields tell more than the text of the command does. */
export interface AccessPlace {
  /** The analysis of the same command. Default: the command is analysed. */
  readonly analysis?: Analysis | undefined;
  /** The folder in which the command starts. Absolute. */
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

/** Returns everything that the permission rules check: each command, each file, and the whole text if a part stays unclear. */
export function accessesOf(command: string, place: AccessPlace): readonly Access[] {
  const { analysis = analyse(command), cwd, home } = place;
  const placeOf = placesFrom(place);
  const paths = new Paths();
  const later = place.later === true || analysis.waits;
  const isSearched = analysis.readOnly && !later ? searchOf(place, paths) : () => false;
  const files = fileAccesses(analysis, { placeOf, home, paths, later, isSearched });
  const { found, reads } = lookAtParts(analysis, { ...place, roots: place.roots ?? [cwd], placeOf, filled: files.filled });
  for (const { path, below } of reads) addFile(files.found, { kind: 'read', path, below, by: undefined });
  for (const [part, { touched = [] }] of found)
    for (const { path } of touched.filter(({ below }) => below))
      addFile(files.found, { kind: 'write', path, below: true, by: part.text, later });
  const runs = runAccesses(analysis.commands, {
    isPlanted: plantedPrograms(place.env?.PATH ?? '/', place.roots ?? [cwd]),
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
export function filledFrom(command: string, place: AccessPlace): readonly MadeFolder[] {
  const { analysis = analyse(command), cwd, home, roots = [cwd], made } = place;
  const { met } = fileAccesses(analysis, {
    placeOf: placesFrom(place),
    home,
    paths: new Paths(),
    later: false,
    isSearched: () => false,
  });
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

interface RunPlace {
  readonly isPlanted: (name: string) => boolean;
  readonly roots: readonly string[];
  readonly folderOf: (part: Part) => PartFinding | undefined;
  readonly namesOf: (part: Part) => readonly NamedPath[] | undefined;
}

/** Returns one access for each command. Two equal commands are one access. */
function runAccesses(commands: readonly Part[], { isPlanted, roots, folderOf, namesOf }: RunPlace): readonly Run[] {
  const runs = new Map<string, Run>();
  for (const part of commands) {
    const { text, words, also } = part;
    const [found, named] = [folderOf(part), namesOf(part)];
    const closed = found?.unclear ?? (named === undefined ? 'too many words' : linkOutside(part, { names: named, roots }));
    const touched = (found?.touched ?? []).filter(({ below }) => !below).map(({ path }) => ({ word: String(words[1]), path }));
    const names = [...(named ?? []), ...touched];
    const unclear = part.unclear ?? closed;
    const isOther = found?.doesMore !== undefined || [words, ...also].some(([name]) => isPlanted(name ?? ''));
    const does = part.does !== undefined && isOther ? 'more' : part.does;
    const run: Run = {
      kind: 'run',
      text,
      words,
      ...(also.length > 0 ? { also } : {}),
      ...(unclear === undefined ? {} : { unclear }),
      ...(closed === undefined && part.named !== undefined ? { named: part.named } : {}),
      ...(part.fed ? { fed: true } : {}),
      ...(part.unread ? { unread: true } : {}),
      ...(does === undefined ? {} : { does }),
      ...(names.length === 0 ? {} : { names }),
    };
    runs.set(
      also.length > 0 || run.names !== undefined ? String(runs.size) : JSON.stringify([text, words, unclear, does, part.fed]),
      run,
    );
  }
  return [...runs.values()];
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

/**
 * The reason why a word of an unknown program leads out of the working directories although it does not say so: it is a link, or
 * goes through one. Git takes up a link as it is.
 */
function linkOutside(
  { words: [program] }: Part,
  { names, roots }: { readonly names: readonly NamedPath[]; readonly roots: readonly string[] },
): string | undefined {
  if (isGit(program ?? undefined)) return undefined;
  const out = names.find(
    ({ word, path }) => !/^[/~]|(?:^|\/)\.\.(?:\/|$)|:\/\//.test(word) && !roots.some((root) => isWithin(path, root)),
  );
  return out && `${out.word}, a link that leads to ${out.path}`;
}
