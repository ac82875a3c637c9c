import type { MadeFolders } from '../place/made-folders.js';
import { trustedPath } from '../place/trusted-path.js';
import type { Analysis } from './analyse.js';
import { type FolderFinding, lookAtFolder } from './folder-orders.js';
import { gitReads, leavesRepository, type ReadPath } from './git-accesses.js';
import { gitTouches } from './git-touches.js';
import type { Chain, Part } from './parts.js';
import { Paths } from './real-path.js';

/** The effect of the folders of one command on the command. */
export interface PartFinding extends Pick<FolderFinding, 'unclear' | 'doesMore'> {
  /** The files and whole folders that git overwrites or removes, though the words do not name them. */
  readonly touched?: readonly ReadPath[] | undefined;
}

export interface PartsPlace {
  readonly roots: readonly string[];
  readonly made?: Pick<MadeFolders, 'within'> | undefined;
  readonly mayRead?: ((path: string) => boolean) | undefined;
  readonly placeOf: (chain: Chain) => string | undefined;
  readonly filled: readonly string[];
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Checks the folders of all commands that may take orders from them, and the files that git would read there. */
export function lookAtParts(
  analysis: Analysis,
  place: PartsPlace,
): { found: Map<Part, PartFinding>; reads: readonly ReadPath[] } {
  const found = new Map<Part, PartFinding>();
  const reads: ReadPath[] = [];
  const paths = new Paths();
  const writesFiles = analysis.files.some(({ kind }) => kind === 'write');
  const changing = analysis.commands.filter(({ orders, does }) => orders?.git !== undefined && does !== 'reads');
  for (const part of analysis.commands)
    for (const chain of part.orders === undefined ? [] : part.folders) {
      const before = found.get(part);
      const others = changing.filter((one) => one !== part).map((one) => one.orders?.git?.command ?? '');
      const writes = writesFiles || others.length > 0;
      const look = lookFrom(part, place.placeOf(chain), { ...place, paths, writes, others });
      reads.push(...look.reads);
      found.set(part, {
        unclear: before?.unclear ?? look.unclear,
        doesMore: before?.doesMore ?? look.doesMore,
        touched: [...(before?.touched ?? []), ...(look.touched ?? [])],
      });
    }
  return { found, reads };
}

/** The environment in which git is asked, without programs that a call may have put into the workspace. */
const trustedEnv = ({ env, roots }: PartsPlace) => env && { ...env, PATH: trustedPath(env.PATH ?? '', roots) || '/usr/bin:/bin' };

interface PartPlaceFinding extends PartFinding {
  readonly reads: readonly ReadPath[];
}

function lookFrom(
  part: Part,
  start: string | undefined,
  place: PartsPlace & { readonly paths: Paths; readonly writes: boolean; readonly others: readonly string[] },
): PartPlaceFinding {
  if (start === undefined) return { unclear: 'a folder that is not known before it runs', reads: [] };
  try {
    const finding = lookAtFolder(part, start, place);
    const git = part.orders?.git;
    if (git === undefined) return { ...finding, reads: [] };
    const { folder, repository } = finding;
    const { paths, writes, mayRead = () => true } = place;
    const isSafe = finding.unclear === undefined && finding.doesMore === undefined;
    const at = { repository, folder, paths, writes, mayRead, env: isSafe ? trustedEnv(place) : undefined };
    const leaves = leavesRepository(git, at) ? 'it compares files outside of the repository' : undefined;
    const touched = git.reads ? [] : gitTouches({ command: git.command, words: part.words }, at);
    return {
      ...finding,
      unclear: finding.unclear ?? (touched === undefined ? 'git does not tell which files it changes' : undefined),
      doesMore: finding.doesMore ?? leaves,
      reads: gitReads(git, at),
      touched,
    };
  } catch (error) {
    return { unclear: `a folder that cannot be looked at: ${error instanceof Error ? error.message : start}`, reads: [] };
  }
}
