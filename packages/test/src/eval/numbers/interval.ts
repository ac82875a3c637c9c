/** A share with the bounds between which its true value lies in 95 of 100 experiments. All from 0 to 1. */
export interface Interval {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

/**
 * The interval of Wilson for `passed` of `runs`. It stays between 0 and 1 and keeps its promise for few runs and for shares near the
 * ends, where the usual plus and minus does not. Both counts may be fractions.
 */
export function wilson(passed: number, runs: number): Interval {
  if (runs === 0) return { share: 0, low: 0, high: 1 };
  const share = passed / runs;
  const square = Z * Z;
  const middle = (share + square / (2 * runs)) / (1 + square / runs);
  const half = (Z / (1 + square / runs)) * Math.sqrt((share * (1 - share)) / runs + square / (4 * runs * runs));
  return { share, low: share === 0 ? 0 : Math.max(0, middle - half), high: share === 1 ? 1 : Math.min(1, middle + half) };
}

/** The runs of one case. */
export interface Tally {
  readonly passed: number;
  readonly runs: number;
}

/**
 * The interval of a share over cases that ran several times. Runs of one case are alike, so they count for less than so many runs of
 * different cases: their number is divided by how much more the cases differ than they would by chance.
 */
export function clustered(tallies: readonly Tally[]): Interval {
  const runs = sum(tallies.map((one) => one.runs));
  const passed = sum(tallies.map((one) => one.passed));
  if (runs === 0) return wilson(0, 0);
  const cases = tallies.filter((one) => one.runs > 0);
  const most = Math.max(...cases.map((one) => one.runs));
  if (most === 1) return wilson(passed, runs);
  const share = passed / runs;
  // Without any difference between cases, nothing tells how alike their runs are, so each case counts once.
  const spread =
    cases.reduce((total, one) => total + (one.passed - share * one.runs) ** 2, 0) * (cases.length / (cases.length - 1 || 1));
  const chance = runs * share * (1 - share);
  const effect = chance === 0 ? runs / cases.length : Math.min(Math.max(spread / chance, 1), runs / cases.length);
  return wilson(passed / effect, runs / effect);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
