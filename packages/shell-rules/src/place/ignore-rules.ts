import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathMatches } from '@loadout/core/run';

const MOST_IGNORE_BYTES = 64 * 1024;

interface IgnoreRule {
  readonly pattern: string;
  readonly isNegated: boolean;
  readonly onlyFolders: boolean;
  readonly base: string;
}

/** The `.gitignore` files of a working tree. In doubt a file is not ignored. */
export class IgnoreRules {
  readonly #top: string;
  readonly #exclude: readonly IgnoreRule[];
  readonly #byFolder = new Map<string, readonly IgnoreRule[]>();

  constructor(top: string, exclude: string) {
    this.#top = top;
    this.#exclude = rulesIn(exclude, top);
  }

  /** The last matching rule decides. Rules of deeper folders come later. */
  ignores(path: string, isFolder: boolean): boolean {
    const matching = [...this.#exclude, ...this.#above(dirname(path))].filter(
      (rule) => (isFolder || !rule.onlyFolders) && pathMatches(rule.pattern, path, { workspace: rule.base, home: '' }),
    );
    return matching.at(-1)?.isNegated === false;
  }

  #above(folder: string): readonly IgnoreRule[] {
    const known = this.#byFolder.get(folder);
    if (known !== undefined) return known;
    const own = rulesIn(join(folder, '.gitignore'), folder);
    const all = folder === this.#top || folder === dirname(folder) ? own : [...this.#above(dirname(folder)), ...own];
    this.#byFolder.set(folder, all);
    return all;
  }
}

function rulesIn(file: string, base: string): readonly IgnoreRule[] {
  let text: string;
  try {
    if ((lstatSync(file, { throwIfNoEntry: false })?.size ?? MOST_IGNORE_BYTES + 1) > MOST_IGNORE_BYTES) return [];
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    const pattern = line.replace(/\r?$/, '').replace(/(?<!\\) +$/, '');
    if (pattern === '' || pattern.startsWith('#') || /[{}]|\/\/|^!?~/.test(pattern)) return [];
    const isNegated = pattern.startsWith('!');
    const rest = isNegated ? pattern.slice(1) : pattern;
    return [{ pattern: rest, isNegated, onlyFolders: rest.endsWith('/'), base }];
  });
}
