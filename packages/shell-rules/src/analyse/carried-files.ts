import type { Analysis } from './analyse.js';
import type { FoundPath } from './file-paths.js';
import type { Chain, FileUse, Part } from './parts.js';
import type { Paths } from './real-path.js';

interface Lookups {
  /** The paths that a use of a file means, or the reason why they are unknown. */
  readonly waysOf: (use: FileUse, chain: Chain) => readonly FoundPath[] | string | undefined;
  readonly paths: Paths;
}

/**
 * Whether a script copies and moves plain files alone, and no other part of it changes files of the folder. Then nothing lies below
 * what it moves, and no path of the script leads through it.
 */
export function carriesOnlyFiles({ files, commands }: Analysis, { waysOf, paths }: Lookups): boolean {
  const carried = files.filter((use) => use.carried === true);
  const isQuiet = (part: Part, index: number) =>
    part.does === 'reads' || part.names?.reads === true || carried.some(({ command }) => command === index + 1);
  const isFile = (use: FileUse, chain: Chain) => {
    const ways = waysOf(use, chain);
    return typeof ways === 'object' && ways.every(({ path, below }) => !below && paths.isFile(path));
  };
  return (
    carried.length > 0 && commands.every(isQuiet) && carried.every((use) => use.folders.every((chain) => isFile(use, chain)))
  );
}
