import { baseOf } from '../analyse/known-programs.js';
import { argumentProblem } from './argument-problem.js';
import { feedsCode } from './feeds-code.js';
import type { Words } from './program-place.js';
import { readNames } from './read-names.js';
import { shellCode, xargsMark } from './shell-code.js';

export interface ArgumentProblem {
  /** The place of the word; `undefined`: the input. */
  readonly at: number | undefined;
  /** The part of a known word that reads a value as more than an argument. */
  readonly where?: string;
  readonly why: string;
  readonly instead?: string;
}

/**
 * Checks that each value in a list of arguments stays an argument. A word with a value is given by its known beginning.
 * `fed`: the input holds a value.
 */
export function readArguments(
  given: readonly (string | { readonly lead: string })[],
  { fed }: { readonly fed: boolean },
): readonly ArgumentProblem[] {
  const words = given.map((one) => (typeof one === 'string' ? one : null));
  const own = given.flatMap((one, at) => {
    const found = typeof one === 'string' ? undefined : argumentProblem(words, at, one.lead);
    return found === undefined ? [] : [{ at, ...found }];
  });
  const input = fed && feedsCode(words) ? [{ at: undefined, why: `which ${baseOf(words[0] ?? '')} runs as code` }] : [];
  const isOpen = fed || words.includes(null);
  return [...own, ...input, ...(isOpen ? shellCode(words).flatMap((at) => codeProblems(words, { at, fed })) : [])];
}

function codeProblems(words: Words, { at, fed }: { at: number; fed: boolean }): readonly ArgumentProblem[] {
  const code = words[at];
  if (code === null || code === undefined) return [];
  const mark = xargsMark(words) ?? '{}';
  if (code.includes(mark)) return [{ at, where: mark, why: 'which puts a value into the code of a shell' }];
  return readNames(code, [], fed).problems.map(({ where, why }) => ({ at, where, why }));
}
