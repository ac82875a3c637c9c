import { globRegex } from '../../glob/ignore/glob-regex.js';
import { type Candidate, type IgnoreRule, judge, parseIgnoreLine } from '../../glob/ignore/ignore-rules.js';
import { type IgnoreStack, verdict } from '../../glob/ignore/ignore-stack.js';
import { PatternError } from '../../glob/ignore/pattern-error.js';
import { fileTypes } from './file-types.js';

export interface FileFilter {
  /** Whether a file is searched, or a folder entered. */
  takes(candidate: Candidate, stack: IgnoreStack | undefined): boolean;
}

/**
 * Which files a search looks into. A glob decides before the ignore files do, those before the type. Throws `PatternError`.
 */
export function fileFilter(want: {
  readonly folder: string;
  readonly globs: readonly string[];
  readonly type: string | undefined;
}): FileFilter {
  const globs = want.globs.flatMap((glob) => parseIgnoreLine(glob) ?? []);
  const namesFiles = globs.some((rule) => !rule.keeps);
  const types = want.type === undefined ? undefined : globsOfType(want.type);
  const prefix = want.folder === '/' ? '/' : `${want.folder}/`;
  return {
    takes(candidate, stack) {
      const named = byGlobs(globs, candidate);
      if (named !== undefined) return named;
      if (namesFiles && !candidate.isFolder) return false;
      if (verdict(stack, { ...candidate, path: prefix + candidate.path }) === 'ignore') return false;
      return candidate.isFolder || (types?.some((glob) => glob.test(candidate.name)) ?? true);
    },
  };
}

/** In a glob of the call `!` leaves out, which is the other way round than in an ignore file. */
function byGlobs(globs: readonly IgnoreRule[], candidate: Candidate): boolean | undefined {
  const found = judge(globs, candidate);
  return found === undefined ? undefined : found === 'ignore';
}

function globsOfType(type: string): readonly RegExp[] {
  const globs = type === 'all' ? Object.values(fileTypes).join(' ') : fileTypes[type];
  if (globs === undefined || !Object.hasOwn({ ...fileTypes, all: '' }, type))
    throw new PatternError(`unrecognized file type: ${type}`);
  return globs.split(' ').map(globRegex);
}
