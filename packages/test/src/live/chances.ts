/** The chance that all of k runs pass, estimated from `passed` of `runs`: C(passed, k) / C(runs, k). */
export const passAll = ({ runs, passed, k }: Tries): number => ratio(passed, runs, k);

/** The chance that at least one of k runs passes: 1 - C(failed, k) / C(runs, k). */
export const passAny = ({ runs, passed, k }: Tries): number => 1 - ratio(runs - passed, runs, k);

export interface Tries {
  readonly runs: number;
  readonly passed: number;
  readonly k: number;
}

/** C(some, k) / C(all, k) without large numbers. */
function ratio(some: number, all: number, k: number): number {
  if (k > all) return 0;
  let result = 1;
  for (let index = 0; index < k; index++) result *= Math.max(some - index, 0) / (all - index);
  return result;
}
