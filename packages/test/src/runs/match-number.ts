import type { NumberMatch } from './run-expectations.js';

const SIGNS = { eq: 'exactly', lt: 'less than', lte: 'at most', gt: 'more than', gte: 'at least' } as const;
const HOLDS: Readonly<Record<keyof typeof SIGNS, (actual: number, bound: number) => boolean>> = {
  eq: (actual, bound) => actual === bound,
  lt: (actual, bound) => actual < bound,
  lte: (actual, bound) => actual <= bound,
  gt: (actual, bound) => actual > bound,
  gte: (actual, bound) => actual >= bound,
};
type Sign = keyof typeof SIGNS;
const ALL = Object.keys(SIGNS) as readonly Sign[];

/** Whether a map is bounds of a number and nothing else. */
export function isNumberBounds(value: object): value is Exclude<NumberMatch, number> {
  const keys = Object.keys(value);
  return (
    keys.length > 0 && keys.every((key) => Object.hasOwn(SIGNS, key) && typeof value[key as keyof typeof value] === 'number')
  );
}

/** Returns the first bound that a number breaks; `undefined` if it keeps all. */
export function numberProblem(
  actual: number,
  expected: NumberMatch,
): { readonly key?: string; readonly seen: string; readonly wanted: string } | undefined {
  if (typeof expected === 'number') return actual === expected ? undefined : { seen: String(actual), wanted: String(expected) };
  const broken = ALL.find((sign) => {
    const bound = expected[sign];
    return bound !== undefined && !HOLDS[sign](actual, bound);
  });
  return broken && { key: broken, seen: String(actual), wanted: `${SIGNS[broken]} ${expected[broken]}` };
}
