import { argumentProblem } from './argument-problem.js';
import type { Words } from './program-place.js';
import { readNames } from './read-names.js';
import { shellCode, xargsMark } from './shell-code.js';

export interface ArgumentProblem {
  /** The place of the word. */
  readonly at: number;
  /** The part of a known word that reads a value as more than an argument. */
  readonly where?: string;
  readonly why: string;
  readonly instead?: string;
}

/** Checks that each value in a list of arguments stays an argument. A word with a value is given by its known beginning. */
export function readArguments(given: readonly (string | { readonly lead: string })[]): readonly ArgumentProblem[] {
  const words = given.map((one) => (typeof one === 'string' ? one : null));
  const own = given.flatMap((one, at) => {
    const found = typeof one === 'string' ? undefined : argumentProblem(words, at, one.lead);
    return found === undefined ? [] : [{ at, ...found }];
  });
  return words.includes(null) ? [...own, ...shellCode(words).flatMap((at) => codeProblems(words, at))] : [];
}

/** The problems of the code for a shell in a word: it may read a value as `$1`, or by the mark of find and xargs. */
function codeProblems(words: Words, at: number): readonly ArgumentProblem[] {
  const code = words[at];
  if (code === null || code === undefined) return [];
  const mark = xargsMark(words) ?? '{}';
  if (code.includes(mark)) return [{ at, where: mark, why: 'which puts a value into the code of a shell' }];
  return readNames(code, []).problems.map(({ where, why }) => ({ at, where, why }));
}
