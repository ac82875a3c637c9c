import { resolve } from 'node:path';
import { deniedBelow } from '../place/denied-below.js';
import { pathsOf } from './file-paths.js';
import type { Chain, Part } from './parts.js';
import { type Argument, isKnown } from './read-word.js';
import type { Paths } from './real-path.js';
import { textsOf, type WordName } from './word-names.js';

/** A word that may name a file, for the permission rules. */
export interface NamedPath {
  readonly word: string;
  readonly path: string;
  readonly reads?: true;
}

export interface NamePlace {
  readonly placeOf: (chain: Chain) => string | undefined;
  readonly home: string | undefined;
  readonly paths: Paths;
  readonly mayRead: (path: string) => boolean;
}

/** Each lookup costs a system call. A command with more words needs a person. */
const MOST_NAMES = 1_500;

/**
 * The paths that the words of a command may name, from each folder in which the command may run; `undefined` for too many paths.
 */
export function namedPaths({ names, folders }: Part, place: NamePlace): readonly NamedPath[] | undefined {
  if (names === undefined) return [];
  const found = new Map<string, NamedPath>();
  let looked = 0;
  const take = (one: NamedPath, reads: boolean): boolean => {
    add(found, one, reads);
    if (!names.walks || !place.paths.isFolder(one.path)) return true;
    try {
      const path = deniedBelow(one.path, place.mayRead);
      if (path !== undefined) add(found, { word: one.word, path }, true);
      return true;
    } catch {
      return false;
    }
  };
  for (const chain of folders) {
    const folder = place.placeOf(chain);
    if (folder === undefined) continue;
    for (const word of names.words) {
      if (!isKnown(word) && word.glob !== undefined) {
        const met = globbed(word, { folder, place });
        if (met === undefined) return undefined;
        for (const path of met) if (!take({ word: word.lead, path }, names.reads)) return undefined;
        continue;
      }
      const texts = textsOf(word, place.home);
      if (texts === undefined) return undefined;
      for (const name of texts) {
        looked += 1;
        if (looked > MOST_NAMES) return undefined;
        const path = lookUp(name, { folder, areBare: names.areBare, paths: place.paths });
        if (path !== undefined && !take({ word: name.text, path }, names.reads || word === names.script)) return undefined;
      }
    }
  }
  return [...found.values()];
}

function add(found: Map<string, NamedPath>, { word, path }: { word: string; path: string }, reads: boolean): void {
  // A path counts as written if one of the words that name it may write it.
  if (found.get(path)?.reads !== undefined || !found.has(path)) found.set(path, reads ? { word, path, reads } : { word, path });
}

interface Where {
  readonly folder: string;
  readonly areBare: boolean;
  readonly paths: Paths;
}

/**
 * Looks up one word. A plain name such as `build` may be a task, a branch or a package, and counts only if a file of that name
 * exists. A part of a word counts only if it exists too.
 */
function lookUp({ text, isPart, isAddress = false }: WordName, { folder, areBare, paths }: Where): string | undefined {
  const isPlain = !/[./]/.test(text);
  try {
    const path = paths.follow(folder, text);
    if (isAddress && !paths.exists(path)) return undefined;
    return isPlain && (areBare || isPart) && (!paths.exists(path) || paths.isFolder(path)) ? undefined : path;
  } catch {
    // The rules check a path that cannot be followed as it is written.
    return isPlain && isPart ? undefined : resolve(folder, text);
  }
}

function globbed(
  word: Exclude<Argument, string>,
  { folder, place }: { folder: string; place: NamePlace },
): readonly string[] | undefined {
  try {
    const { home, paths } = place;
    return pathsOf(word, { folder: paths.real(folder), home, writes: false, paths })?.map(({ path }) => path);
  } catch {
    return undefined;
  }
}
