import { join } from 'node:path';
import { type Argument, isKnown } from './read-word.js';
import type { Paths } from './real-path.js';

export interface FoundPath {
  readonly path: string;
  /** Whether everything below the path belongs to it. */
  readonly below: boolean;
}

interface PathPlace {
  /** Links followed. */
  readonly folder: string;
  readonly home: string | undefined;
  /** Whether the script changes files, so that a pattern may match other files later than now. */
  readonly writes: boolean;
  readonly paths: Paths;
}

/** The longest path that the system opens. */
const MOST_PATH_CHARS = 4_096;

/** The files that an argument means, links followed; `undefined` for unknown ones. Throws as `Paths` does. */
export function pathsOf(argument: Argument, place: PathPlace): readonly FoundPath[] | undefined {
  const { folder, home, paths } = place;
  if (isKnown(argument)) return argument.length > MOST_PATH_CHARS ? undefined : [only(paths.follow(folder, argument))];
  if (argument.under !== undefined) return foundBelow(argument.under, place);
  if (argument.home !== undefined) {
    if (home === undefined) return undefined;
    if (argument.glob === undefined) return [only(paths.follow(folder, home + argument.home))];
    const glob = home.replace(/[\\*?[\]]/g, '\\$&') + argument.glob;
    return glob.length > MOST_PATH_CHARS ? undefined : globPaths(glob, place);
  }
  return argument.glob === undefined || argument.glob.length > MOST_PATH_CHARS ? undefined : globPaths(argument.glob, place);
}

const only = (path: string): FoundPath => ({ path, below: false });

/** A search also finds links, and a program that is given a link follows it. */
function foundBelow(starts: readonly string[], { folder, paths }: PathPlace): readonly FoundPath[] {
  const found: FoundPath[] = [];
  for (const start of starts) {
    const path = paths.follow(folder, start);
    found.push({ path, below: true }, ...paths.linksBelow(path).map(only));
  }
  return found;
}

const MOST_ENTRIES = 500;

/** The current matches of a pattern, and the searched folders; with everything below the folders if the script may add files. */
function globPaths(glob: string, { folder, writes, paths }: PathPlace): readonly FoundPath[] | undefined {
  const segments = glob.split('/');
  let places = [glob.startsWith('/') ? '/' : folder];
  const searched: FoundPath[] = [];
  for (const segment of segments) {
    if (segment === '' || segment === '.') continue;
    if (!/(?<!\\)(?:\\\\)*[*?[]/.test(segment)) {
      places = places.map((place) => paths.follow(place, plainText(segment)));
      if (searched.length > 0) places = places.filter((place) => paths.exists(place));
      continue;
    }
    if (segment.split('*').length > 4) return undefined;
    const pattern = globPattern(segment);
    searched.push(...places.map((path) => ({ path, below: writes })));
    const met = places.map((place) => ({ place, names: (paths.names(place) ?? []).filter((name) => pattern.test(name)) }));
    if (met.reduce((sum, { names }) => sum + names.length, searched.length) > MOST_ENTRIES) return undefined;
    places = met.flatMap(({ place, names }) => names.map((name) => paths.real(join(place, name))));
  }
  return [...places.map(only), ...searched];
}

const plainText = (text: string) => text.replace(/\\(.)/gs, '$1');

/** Matches more than bash does: also a leading dot. */
function globPattern(segment: string): RegExp {
  const source = segment.replace(/\\.|\[[!^]?[A-Za-z0-9_.-]+\]|[\s\S]/g, (token) => {
    if (token === '*') return '[\\s\\S]*';
    if (token === '?' || (token.startsWith('[') && token.length > 1)) return '[\\s\\S]';
    return token.replace(/^\\/, '').replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
  });
  return new RegExp(`^${source}$`);
}
