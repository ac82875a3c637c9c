import type { Effect } from './parts.js';
import type { Argument } from './read-word.js';

const LONG = ['--version'];
const WITH_V = ['--version', '-v'];

/**
 * Words with which a program prints its version and ends. Left out: programs that a file of the folder replaces by another version
 * (yarn, pnpm, go, cargo), and `python -v`, which runs its input.
 */
const VERSIONS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['node', 'npm', 'ruby', 'php', 'perl', 'gcc', 'g++', 'cc', 'make', 'docker'].map((name) => [name, WITH_V]),
  ),
  ...Object.fromEntries(['python', 'python3'].map((name) => [name, ['--version', '-V']])),
  ...Object.fromEntries(['java', 'javac'].map((name) => [name, ['--version', '-version']])),
  ...Object.fromEntries(
    'clang clang++ cmake tsc curl wget tar rg grep sed find jq git sqlite3 psql gh'.split(' ').map((name) => [name, LONG]),
  ),
};

/** The effect of a call that only asks for a version; `undefined` for another call. */
export function versionEffect([name, word, ...more]: readonly Argument[]): Effect | undefined {
  if (typeof name !== 'string' || typeof word !== 'string' || more.length > 0 || !Object.hasOwn(VERSIONS, name)) return undefined;
  return VERSIONS[name]?.includes(word) === true ? { does: 'reads' } : undefined;
}
