import { passAll, passAny } from '../../live/chances.js';
import { PASSED } from '../../tests/loaded-test.js';
import { clustered, type Interval, type Tally, wilson } from '../numbers/interval.js';
import { type Paired, paired } from '../numbers/paired.js';
import { type EvalRun, keyOf } from './eval-run.js';

interface CaseTally {
  runs: number;
  passed: number;
  /** The sum and the number of each score. */
  readonly scores: Map<string, { sum: number; count: number }>;
}

/** The numbers of one variant. */
export interface VariantSum {
  readonly runs: number;
  readonly passed: number;
  readonly errors: number;
  /** Why the last of them failed. */
  readonly failure?: string | undefined;
  /** The cases with a run that counts. */
  readonly cases: number;
  readonly rate: Interval;
  readonly scores: Readonly<Record<string, Interval | undefined>>;
  /** The price of all runs; `null` if a price is unknown. */
  readonly usd: number | null;
  /** The price of all runs for each case that passed; a case that passes half of its runs counts half. */
  readonly usdPerSolved: number | null;
  readonly turns: number;
  readonly tokens: number;
  readonly ms: number;
}

/** The sums of one variant. For each case it keeps some numbers, and nothing of the runs. */
export class Tallies {
  readonly #cases = new Map<string, CaseTally>();
  /** The places whose last run failed at the provider. A later run takes the place. */
  readonly #errors = new Set<string>();
  #failure: string | undefined;
  #runs = 0;
  #usd: number | null = 0;
  #turns = 0;
  #tokens = 0;
  #ms = 0;

  add(run: EvalRun): void {
    const { case: id, state, scores, usd, turns, tokens, ms } = run;
    this.#usd = this.#usd === null || usd === null ? null : this.#usd + usd;
    if (state === 'error') {
      this.#errors.add(keyOf(run));
      this.#failure = run.why?.[0];
      return;
    }
    this.#errors.delete(keyOf(run));
    this.#runs += 1;
    this.#turns += turns;
    this.#tokens += tokens;
    this.#ms += ms;
    const one = this.#cases.get(id) ?? { runs: 0, passed: 0, scores: new Map() };
    this.#cases.set(id, one);
    one.runs += 1;
    one.passed += Number(state === 'passed');
    for (const [name, score] of Object.entries(scores)) addScore(one, name, score);
  }

  get spent(): number {
    return this.#usd ?? 0;
  }

  sum(names: readonly string[]): VariantSum {
    const tallies = [...this.#cases.values()];
    const passed = tallies.reduce((sum, one) => sum + one.passed, 0);
    const solved = tallies.reduce((sum, one) => sum + one.passed / one.runs, 0);
    const of = (value: number) => (this.#runs === 0 ? 0 : value / this.#runs);
    return {
      runs: this.#runs,
      passed,
      errors: this.#errors.size,
      ...(this.#errors.size === 0 ? {} : { failure: this.#failure }),
      cases: tallies.length,
      rate: clustered(tallies),
      scores: Object.fromEntries(names.map((name) => [name, this.#mean(name)])),
      usd: this.#usd,
      usdPerSolved: this.#usd === null || solved === 0 ? null : this.#usd / solved,
      turns: of(this.#turns),
      tokens: of(this.#tokens),
      ms: of(this.#ms),
    };
  }

  /** The chances that all, and that any, of k runs of a case pass: the mean over the cases with so many runs. `undefined`: there is none. */
  chances(k: number): { readonly all: number; readonly any: number } | undefined {
    const cases = [...this.#cases.values()].filter(({ runs }) => runs >= k);
    if (cases.length === 0) return undefined;
    const mean = (chance: (tally: Tally & { readonly k: number }) => number) =>
      cases.reduce((sum, { runs, passed }) => sum + chance({ runs, passed, k }), 0) / cases.length;
    return { all: mean(passAll), any: mean(passAny) };
  }

  /** The value of each case, from 0 to 1. */
  values(number: string): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const [id, one] of this.#cases) {
      const value = valueIn(one, number);
      if (value !== undefined) found.set(id, value);
    }
    return found;
  }

  #mean(name: string): Interval | undefined {
    const values = [...this.values(name).values()];
    if (values.length === 0) return undefined;
    // Values between 0 and 1 spread no more than those that are 0 or 1, so this interval is never too narrow.
    return wilson(
      values.reduce((sum, value) => sum + value, 0),
      values.length,
    );
  }
}

function addScore({ scores }: CaseTally, name: string, score: number | null): void {
  if (score === null) return;
  const one = scores.get(name) ?? { sum: 0, count: 0 };
  scores.set(name, one);
  one.sum += score;
  one.count += 1;
}

function valueIn({ runs, passed, scores }: CaseTally, number: string): number | undefined {
  if (number === PASSED) return passed / runs;
  const one = scores.get(number);
  return one === undefined ? undefined : one.sum / one.count;
}

/** A case whose value differs between two variants, or two times. */
export interface Turned {
  readonly case: string;
  readonly before: number;
  readonly now: number;
}

export interface Comparison extends Paired {
  readonly number: string;
  /** The cases that differ, the greatest loss first. */
  readonly turned: readonly Turned[];
}

/** Compares two variants by the cases that both have. */
export function compare(before: Tallies, now: Tallies, number: string): Comparison {
  const [old, fresh] = [before.values(number), now.values(number)];
  const differences: number[] = [];
  const turned: Turned[] = [];
  for (const [id, value] of fresh) {
    const earlier = old.get(id);
    if (earlier === undefined) continue;
    differences.push(value - earlier);
    if (value !== earlier) turned.push({ case: id, before: earlier, now: value });
  }
  turned.sort((one, other) => one.now - one.before - (other.now - other.before));
  return { number, turned, ...paired(differences) };
}
