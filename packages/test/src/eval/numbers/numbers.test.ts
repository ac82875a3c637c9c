import { expect, it } from 'vitest';
import { longIt } from '../../../../../tests/lib/breadth.js';
import { passAll, passAny } from '../../live/chances.js';
import { clustered, wilson } from './interval.js';
import { kappa } from './kappa.js';
import { mcnemar, paired, randomFrom } from './paired.js';

it.each([
  // Values of the score interval, as tables of proportions have them.
  [8, 10, 0.4902, 0.9433],
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
  [1, 1, 0.2065, 1],
  [46, 50, 0.8116, 0.9685],
  [50, 100, 0.4038, 0.5962],
  [81, 263, 0.2553, 0.3662],
])('the interval of Wilson for %i of %i is %d to %d', (passed, runs, low, high) => {
  const found = wilson(passed, runs);
  expect(found.low).toBeCloseTo(low, 3);
  expect(found.high).toBeCloseTo(high, 3);
});

const RATES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const mean = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length;

it('intervals of 50 cases cover the true rate in 95 % ± 2 of experiments, on average over rates of 0.1 to 0.9', () => {
  const random = randomFrom(7);
  const coverage = RATES.map((rate) => {
    const experiments = Array.from({ length: 2000 }, () => {
      let passed = 0;
      for (let index = 0; index < 50; index++) if (random() < rate) passed += 1;
      const { low, high } = wilson(passed, 50);
      return Number(low <= rate && rate <= high);
    });
    return mean(experiments);
  });
  expect(Math.abs(mean(coverage) - 0.95), coverage.join(' ')).toBeLessThanOrEqual(0.02);
});

it('intervals of 50 cases that ran four times cover the true rate, although runs of one case are alike', () => {
  const random = randomFrom(11);
  const coverage = RATES.map((rate) => {
    const experiments = Array.from({ length: 400 }, () => {
      const cases = Array.from({ length: 50 }, () => {
        // Half of the cases always end as they did first, the others are thrown each time.
        const isFixed = random() < 0.5;
        const first = random() < rate;
        let passed = Number(first);
        for (let run = 1; run < 4; run++) passed += Number(isFixed ? first : random() < rate);
        return { passed, runs: 4 };
      });
      const { low, high } = clustered(cases);
      return Number(low <= rate && rate <= high);
    });
    return mean(experiments);
  });
  expect(Math.abs(mean(coverage) - 0.95), coverage.join(' ')).toBeLessThanOrEqual(0.02);
});

it('cases that all pass each time count once each, and not once for each run', () => {
  const all = Array.from({ length: 10 }, () => ({ passed: 5, runs: 5 }));
  expect(clustered(all)).toEqual(wilson(10, 10));
  expect(clustered([])).toEqual({ share: 0, low: 0, high: 1 });
});

it.each([
  [0, 0, 1],
  [1, 0, 1],
  [5, 0, 0.0625],
  [6, 0, 0.03125],
  [10, 2, 0.0386],
  [1, 8, 0.0391],
  [7, 7, 1],
  [121, 59, 0.0000044],
])('the exact test of McNemar for %i and %i is %d', (better, worse, p) => {
  expect(mcnemar(better, worse)).toBeCloseTo(p, 4);
});

/** All ways to choose k of the runs. */
function choices(runs: readonly boolean[], k: number): readonly (readonly boolean[])[] {
  const [first, ...rest] = runs;
  if (k === 0) return [[]];
  if (first === undefined) return [];
  return [...choices(rest, k - 1).map((one) => [first, ...one]), ...choices(rest, k)];
}

it('pass@k and pass^k are the shares of all choices of k runs, for up to 8 runs', () => {
  for (let runs = 1; runs <= 8; runs++)
    for (let passed = 0; passed <= runs; passed++)
      for (let k = 1; k <= runs; k++) {
        const all = choices(
          Array.from({ length: runs }, (_, index) => index < passed),
          k,
        );
        expect(passAny({ runs, passed, k })).toBeCloseTo(mean(all.map((one) => Number(one.some(Boolean)))));
        expect(passAll({ runs, passed, k })).toBeCloseTo(mean(all.map((one) => Number(one.every(Boolean)))));
      }
});

it('two variants are compared by case: yes and no exactly, scores by exchange, and the same each time', () => {
  const yes = [...Array.from({ length: 10 }, () => 1), -1, -1, ...Array.from({ length: 38 }, () => 0)];
  const found = paired(yes);
  expect(found).toMatchObject({ cases: 50, better: 10, worse: 2, difference: 0.16 });
  expect(found.p).toBeCloseTo(0.0386, 4);
  expect([found.low > 0, found.high < 0.35, found.low < 0.16]).toEqual([true, true, true]);
  const scores = Array.from({ length: 40 }, (_, index) => (index % 4 === 0 ? -0.1 : 0.2));
  expect(paired(scores).p).toBeLessThan(0.01);
  expect(paired(scores)).toEqual(paired(scores));
  expect(paired(scores.map((_, index) => (index % 2 === 0 ? 0.2 : -0.2))).p).toBeGreaterThan(0.9);
  expect(paired([])).toMatchObject({ cases: 0, difference: 0, p: 1 });
});

longIt('two equal variants are told apart by noise in at most one of twenty experiments', () => {
  const random = randomFrom(3);
  const wrong = Array.from({ length: 200 }, () => {
    const scores = Array.from({ length: 30 }, () => Math.round((random() - random()) * 4) / 8);
    return Number(paired(scores).p < 0.05);
  });
  expect(mean(wrong)).toBeLessThan(0.08);
});

it.each([
  // Two raters of 50 proposals: 20 times both yes, 15 times both no.
  [20, 5, 10, 15, 0.4],
  [25, 0, 0, 25, 1],
  [10, 10, 10, 10, 0],
])('kappa of %i both yes, %i, %i, %i both no is %d', (both, judge, person, none, expected) => {
  const times = (count: number, answer: { readonly judge: boolean; readonly person: boolean }) =>
    Array.from({ length: count }, () => answer);
  const answers = [
    ...times(both, { judge: true, person: true }),
    ...times(judge, { judge: true, person: false }),
    ...times(person, { judge: false, person: true }),
    ...times(none, { judge: false, person: false }),
  ];
  expect(kappa(answers)).toBeCloseTo(expected);
});

it('kappa of answers that are all equal is unknown', () => {
  expect([kappa([]), kappa([{ judge: true, person: true }])]).toEqual([undefined, undefined]);
});
