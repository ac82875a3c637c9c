/** The difference of two variants on the same cases. */
export interface Paired {
  /** The mean of second minus first, over the cases that both have. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** The chance of a difference at least as large, in either direction, if the two were equally good. */
  readonly p: number;
  readonly cases: number;
  /** The cases in which the second is better, and worse. */
  readonly better: number;
  readonly worse: number;
}

/** Differences with a smaller chance than this are told as more than noise. */
export const NOISE = 0.05;

/**
 * McNemar's exact test, two-sided: of the cases in which two variants differ, as many fall to one side if both are equally good as
 * heads of a fair coin.
 */
export function mcnemar(better: number, worse: number): number {
  const all = better + worse;
  if (all === 0) return 1;
  let tail = 0;
  for (let count = 0; count <= Math.min(better, worse); count++) tail += Math.exp(logChoose(all, count) - all * Math.LN2);
  return Math.min(1, 2 * tail);
}

/**
 * Compares two variants by the differences of their cases, each from -1 to 1. Where every difference is a whole number, both said yes
 * or no once to each case, and the test is McNemar's. Otherwise signs of differences are exchanged at random. The interval is that of
 * means of cases drawn again with putting back. Equal input gives equal output.
 */
export function paired(differences: readonly number[]): Paired {
  const cases = differences.length;
  const better = differences.filter((one) => one > 0).length;
  const worse = differences.filter((one) => one < 0).length;
  const difference = cases === 0 ? 0 : differences.reduce((total, one) => total + one, 0) / cases;
  const isYesNo = differences.every(Number.isInteger);
  const p = isYesNo ? mcnemar(better, worse) : exchanged(differences);
  return { difference, ...bootstrap(differences), p, cases, better, worse };
}

/** The most draws of one number. A set of 10,000 cases is drawn 2,000 times, within a second. */
const MOST_DRAWS = 20_000_000;
const drawsFor = (cases: number): number => Math.max(500, Math.min(10_000, Math.floor(MOST_DRAWS / Math.max(1, cases))));
const SEED = 20_260_101;

/** The bounds of 95 % of the means of cases drawn again with putting back. */
function bootstrap(values: readonly number[]): { readonly low: number; readonly high: number } {
  const random = randomFrom(SEED);
  const cases = values.length;
  if (cases === 0) return { low: 0, high: 0 };
  const means = new Float64Array(drawsFor(cases));
  for (let draw = 0; draw < means.length; draw++) {
    let total = 0;
    for (let index = 0; index < cases; index++) total += values[Math.floor(random() * cases)] ?? 0;
    means[draw] = total / cases;
  }
  means.sort();
  const at = (share: number): number => means[Math.min(means.length - 1, Math.floor(share * means.length))] ?? 0;
  return { low: at(0.025), high: at(0.975) };
}

/** The share of exchanges of signs whose sum is at least as far from 0. The given signs are one of them, so it is never 0. */
function exchanged(differences: readonly number[]): number {
  const random = randomFrom(SEED);
  const moved = differences.filter((one) => one !== 0);
  const seen = Math.abs(moved.reduce((total, one) => total + one, 0)) - 1e-9;
  const draws = drawsFor(moved.length);
  let asFar = 1;
  for (let draw = 0; draw < draws; draw++) {
    let total = 0;
    for (const one of moved) total += random() < 0.5 ? one : -one;
    if (Math.abs(total) >= seen) asFar += 1;
  }
  return asFar / (draws + 1);
}

function logChoose(all: number, some: number): number {
  let total = 0;
  for (let index = 1; index <= some; index++) total += Math.log(all - some + index) - Math.log(index);
  return total;
}

/** The number of cases that shows a difference of ten points in four of five experiments. */
export const ENOUGH_CASES = 200;

/** Returns numbers from 0 to below 1 that look random and are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
