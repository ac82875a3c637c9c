import { it } from 'vitest';

/** Whether a file `x.long.test.ts`, which imports `x.test.js`, runs the tests of it once more. */
const isLong = process.env.LOADOUT_TEST_BREADTH === 'whole';

/** How much of a law a test tries: `part` in `npm test`, `whole` in the long suites. */
export const breadth = <T>(whole: T, part: T): T => (isLong ? whole : part);

/** A test that only the long suites run, because it starts many processes. Its neighbours try the same law in `npm test`. */
export function longIt(title: string, run: () => unknown): void {
  if (isLong) it(title, run);
}

/** The first rows of a table in `npm test`, all of them in the long suites. */
export const firstOf = <const T>(count: number, rows: readonly T[]): readonly T[] => breadth(rows, rows.slice(0, count));
