import { fuzzyBest } from '../menu/fuzzy.js';
import { type ListOptions, listFiles } from './list-files.js';

export interface FinderOptions extends ListOptions {
  readonly cwd: string;
  /** Whether the rules let the agent read a path, which is relative to `cwd`. A folder ends with `/`. */
  readonly isOffered: (path: string) => boolean;
}

const MOST = 200;

/** Finds files and folders by the letters of their paths. The list is that of the moment when it was opened. */
export class FileFinder {
  readonly #paths: readonly string[];
  readonly #isOffered: (path: string) => boolean;

  constructor(paths: readonly string[], { isOffered }: Pick<FinderOptions, 'isOffered'>) {
    this.#paths = paths;
    this.#isOffered = isOffered;
  }

  static async open(options: FinderOptions): Promise<FileFinder> {
    return new FileFinder(withFolders(await listFiles(options.cwd, options)), options);
  }

  /** Returns at most 200 paths, the best one first. Rules are asked about those alone that would be offered. */
  find(query: string): readonly string[] {
    const offered: string[] = [];
    for (const path of fuzzyBest(query, this.#paths, { text: (one) => one })) {
      if (this.#isOffered(path)) offered.push(path);
      if (offered.length === MOST) break;
    }
    return offered;
  }
}

/** Puts each folder before the first file in it. */
function withFolders(files: readonly string[]): readonly string[] {
  const paths = new Set<string>();
  for (const file of files) {
    for (let at = file.indexOf('/'); at !== -1; at = file.indexOf('/', at + 1)) paths.add(file.slice(0, at + 1));
    paths.add(file);
  }
  return [...paths];
}
