import { isObject } from '@loadout/core';
import { isNumberBounds, numberProblem } from './match-number.js';
import { isTextBounds, textProblem } from './match-text.js';
import { around, shown } from './shown-value.js';

/** One place where a value differs from the expected one. */
export interface Difference {
  readonly path: readonly (string | number)[];
  /** The value seen and the value expected, without a full stop. */
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/**
 * Compares a value with an expected one. `subset`: keys of maps that are not named may have any value; a list has the same length.
 * A text may be expected by bounds, such as `{ matches: ^npm }`, and a number too: neither can ever equal a map.
 */
export function differences(actual: unknown, expected: unknown, mode: 'subset' | 'exact'): readonly Difference[] {
  return compare(actual, expected, { mode, path: [] });
}

interface Here {
  readonly mode: 'subset' | 'exact';
  readonly path: readonly (string | number)[];
}

function compare(actual: unknown, expected: unknown, here: Here): readonly Difference[] {
  if (isObject(expected) && typeof actual === 'string' && isTextBounds(expected)) return one(textProblem(actual, expected), here);
  if (isObject(expected) && typeof actual === 'number' && isNumberBounds(expected))
    return one(numberProblem(actual, expected), here);
  if (Array.isArray(expected) && Array.isArray(actual)) return compareLists(actual, expected, here);
  if (isObject(expected) && isObject(actual)) return compareMaps(actual, expected, here);
  return Object.is(actual, expected) ? [] : [unequal(actual, expected, here)];
}

function one(problem: { readonly seen: string; readonly wanted: string } | undefined, here: Here): readonly Difference[] {
  if (problem === undefined) return [];
  const { seen, wanted } = problem;
  return [{ path: here.path, message: `${nameOf(here)} is ${seen}, expected ${wanted}`, expected: wanted, actual: seen }];
}

function compareMaps(actual: Data, expected: Data, here: Here): readonly Difference[] {
  const keys = here.mode === 'exact' ? new Set([...Object.keys(expected), ...Object.keys(actual)]) : Object.keys(expected);
  return [...keys].flatMap((key) => {
    const below = { ...here, path: [...here.path, key] };
    if (!Object.hasOwn(expected, key)) return [extra(actual[key], below)];
    return compare(Object.hasOwn(actual, key) ? actual[key] : undefined, expected[key], below);
  });
}

function extra(value: unknown, here: Here): Difference {
  const seen = shown(value, 80);
  return { path: here.path, message: `${nameOf(here)} is ${seen}, expected no such key`, expected: 'nothing', actual: seen };
}

function compareLists(actual: readonly unknown[], expected: readonly unknown[], here: Here): readonly Difference[] {
  const found = expected
    .slice(0, actual.length)
    .flatMap((item, index) => compare(actual[index], item, { ...here, path: [...here.path, index] }));
  if (actual.length === expected.length) return found;
  const many = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`;
  const message = `${nameOf(here)} has ${many(actual.length)}, expected ${many(expected.length)}`;
  return [...found, { path: here.path, message, expected: shown(expected), actual: shown(actual) }];
}

function unequal(actual: unknown, expected: unknown, here: Here): Difference {
  const both =
    typeof actual === 'string' && typeof expected === 'string'
      ? quotedBoth(actual, expected)
      : { actual: shown(actual, 80), expected: shown(expected, 80) };
  const seen = actual === undefined ? 'absent' : both.actual;
  return { path: here.path, message: `${nameOf(here)} is ${seen}, expected ${both.expected}`, ...both, actual: seen };
}

function quotedBoth(actual: string, expected: string) {
  if (actual.length <= 60 && expected.length <= 60) return { actual: shown(actual), expected: shown(expected) };
  const cut = around(actual, expected, 60);
  return { actual: `"${cut.actual}"`, expected: `"${cut.expected}"` };
}

const nameOf = ({ path }: Here) => (path.length === 0 ? 'the value' : path.join('.'));

type Data = Readonly<Record<string, unknown>>;
