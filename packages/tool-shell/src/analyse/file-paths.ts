import { type Argument, isKnown } from './read-word.js';
import type { Paths } from './real-path.js';

export interface FoundPath {
  readonly path: string;
  /** And what lies below it. */
  readonly below: boolean;
}

interface PathPlace {
  /** Links followed. */
  readonly folder: string;
  readonly home: string | undefined;
  /** The script changes files, so that what a pattern meets later is not what it meets now. */
  readonly writes: boolean;
  readonly paths: Paths;
}

/** The system opens no longer one. */
const MOST_PATH_CHARS = 4_096;

/** The files that an argument means, links followed; `undefined` when that is not known. */
export function pathsOf(argument: Argument, place: PathPlace): readonly FoundPath[] | undefined {
  const { folder, home, paths } = place;
  if (isKnown(argument))
    return argument.length > MOST_PATH_CHARS ? undefined : [{ path: paths.follow(folder, argument), below: false }];
  if (argument.under !== undefined) return argument.under.map((path) => ({ path: paths.follow(folder, path), below: true }));
  if (argument.home !== undefined) {
    if (home === undefined) return undefined;
    return argument.glob === undefined
      ? [{ path: paths.follow(folder, home + argument.home), below: false }]
      : [{ path: paths.real(home), below: true }];
  }
  return argument.glob === undefined || argument.glob.length > MOST_PATH_CHARS ? undefined : globPaths(argument.glob, place);
}

const MOST_ENTRIES = 500;

/** What a pattern in the last part of a path meets now. In any other case the whole folder before the pattern. */
function globPaths(glob: string, { folder, writes, paths }: PathPlace): readonly FoundPath[] {
  const segments = glob.split('/');
  const first = segments.findIndex((segment) => /(?<!\\)(?:\\\\)*[*?[]/.test(segment));
  const parent = paths.follow(
    folder,
    `${segments.slice(0, first).map(plainText).join('/')}/`.replace(/^\/$/, glob.startsWith('/') ? '/' : '.'),
  );
  const whole = [{ path: segments.slice(first).includes('..') ? '/' : parent, below: true }];
  if (writes || first < segments.length - 1 || (segments[first] ?? '').split('*').length > 4) return whole;
  const names = paths.names(parent);
  if (names === undefined || names.length > MOST_ENTRIES) return whole;
  const pattern = globPattern(segments[first] ?? '');
  const met = names.filter((name) => pattern.test(name));
  return [
    ...met.map((name) => ({ path: paths.real(`${parent}/${name}`.replace('//', '/')), below: false })),
    { path: parent, below: false },
  ];
}

const plainText = (text: string) => text.replace(/\\(.)/gs, '$1');

/** Wider than bash: a leading dot is met too. */
function globPattern(segment: string): RegExp {
  const source = segment.replace(/\\.|\[[!^]?[A-Za-z0-9_.-]+\]|[\s\S]/g, (token) => {
    if (token === '*') return '[\\s\\S]*';
    if (token === '?' || (token.startsWith('[') && token.length > 1)) return '[\\s\\S]';
    return token.replace(/^\\/, '').replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
  });
  return new RegExp(`^${source}$`);
}
