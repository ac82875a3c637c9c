import { errors } from '../errors.js';
import { PASSED } from '../tests/loaded-test.js';
import type { TestSpec } from '../tests/test-schema.js';
import type { EvalStop, Evaluated } from './evaluate.js';
import type { JudgeAgreement } from './judge-agreement.js';
import { NOISE } from './numbers/paired.js';
import { readEvalFile } from './runs/eval-file.js';
import type { EvalHead } from './runs/eval-run.js';
import { type Comparison, compare, Tallies, type VariantSum } from './runs/tallies.js';

/** The judgement of an eval. `--json` prints it. */
export interface EvalVerdict {
  readonly name: string;
  readonly cases: number;
  readonly repeat: number;
  readonly judged: boolean;
  readonly stop: EvalStop;
  readonly left: number;
  readonly file: string;
  readonly variants: Readonly<Record<string, VariantSum & { readonly chances?: Chances | undefined }>>;
  /** Each variant after the first, compared with the first. */
  readonly against: readonly VariantComparison[];
  /** Each variant compared with saved results. */
  readonly saved: readonly VariantComparison[];
  /** The judges whose answers were compared with those of a person. */
  readonly agreements: readonly JudgeAgreement[];
  /** The variants that a judge of the same model judges. */
  readonly judgedByThemselves: readonly string[];
  /** The shares that are too low. */
  readonly below: readonly Below[];
  readonly code: number;
}

export interface Chances {
  readonly k: number;
  readonly all: number;
  readonly any: number;
}

export interface VariantComparison {
  readonly variant: string;
  /** The variant that it is compared with. */
  readonly with: string;
  readonly numbers: readonly Comparison[];
}

export interface Below {
  readonly variant: string;
  readonly number: string;
  readonly share: number;
  readonly at: number;
}

interface VerdictParts {
  readonly pass: TestSpec['pass'];
  /** The share of runs that may fail at the provider. */
  readonly maxErrors: number;
  readonly compare?: string | undefined;
  readonly agreements: readonly JudgeAgreement[];
  readonly judgedByThemselves: readonly string[];
}

/** Judges the runs of an eval. Throws EVAL_FILE. */
export function verdictOf(done: Evaluated, parts: VerdictParts): EvalVerdict {
  const { head, tallies, stop, left, file } = done;
  const { name, cases, repeat, judged, scores } = head;
  const k = parts.pass?.k ?? repeat;
  const variants = Object.fromEntries(
    [...tallies].map(([variant, tally]) => {
      const chances = tally.chances(k);
      return [variant, { ...tally.sum(scores), ...(k < 2 || chances === undefined ? {} : { chances: { k, ...chances } }) }];
    }),
  );
  const numbers = numbersOf(head);
  const against = head.variants
    .slice(1)
    .map((variant) => comparison([head.variants[0] ?? '', variant], [tallies, tallies], numbers));
  const saved = parts.compare === undefined ? [] : savedComparisons(parts.compare, done, numbers);
  const below = belowOf(tallies, variants, parts.pass);
  const judgedEnd = { stop, variants, below, saved, maxErrors: parts.maxErrors };
  const { agreements, judgedByThemselves } = parts;
  const shown = {
    name,
    cases,
    repeat,
    judged,
    stop,
    left,
    file,
    variants,
    against,
    saved,
    agreements,
    judgedByThemselves,
    below,
  };
  return { ...shown, code: codeOf(judgedEnd) };
}

const numbersOf = ({ judged, scores }: EvalHead): readonly string[] => [
  ...(judged || scores.length === 0 ? [PASSED] : []),
  ...scores,
];

type ByVariant = ReadonlyMap<string, Tallies>;

function comparison(
  [base, variant]: readonly [string, string],
  [before, now]: readonly [ByVariant, ByVariant],
  numbers: readonly string[],
): VariantComparison {
  const none = new Tallies();
  const compared = numbers.map((number) => compare(before.get(base) ?? none, now.get(variant) ?? none, number));
  return { variant, with: base, numbers: compared };
}

/** Variants of the same name are compared; where both have one variant, these two. */
function savedComparisons(file: string, { head, tallies }: Evaluated, numbers: readonly string[]): readonly VariantComparison[] {
  const before = new Map<string, Tallies>();
  const read = readEvalFile(file, (run) => {
    const tally = before.get(run.variant) ?? new Tallies();
    before.set(run.variant, tally);
    tally.add(run);
  });
  const [only] = head.variants;
  const [other] = before.keys();
  const pairs =
    head.variants.length === 1 && before.size === 1 && only !== undefined && other !== undefined
      ? [[other, only] as const]
      : head.variants.filter((name) => before.has(name)).map((name) => [name, name] as const);
  if (pairs.length > 0) return pairs.map((pair) => comparison(pair, [before, tallies], numbers));
  const problem = `it has the variants ${read.head.variants.join(', ')}, and this eval ${head.variants.join(', ')}`;
  throw errors.EVAL_FILE({ file, problem });
}

function belowOf(tallies: ByVariant, variants: EvalVerdict['variants'], pass: TestSpec['pass']): readonly Below[] {
  if (pass === undefined) return [];
  return Object.entries(variants).flatMap(([variant, sum]) => {
    const rate = pass.at === undefined ? [] : [{ number: PASSED, share: rateOf(tallies.get(variant), sum, pass.k), at: pass.at }];
    const scores = Object.entries(pass.score ?? {}).map(([number, at]) => ({
      number,
      share: sum.scores[number]?.share ?? 0,
      at,
    }));
    return [...rate, ...scores].filter(({ share, at }) => share < at).map((one) => ({ variant, ...one }));
  });
}

const rateOf = (tally: Tallies | undefined, sum: VariantSum, k: number | undefined): number =>
  k === undefined || k < 2 ? sum.rate.share : (tally?.chances(k)?.all ?? 0);

/** Whether a comparison shows a loss that is more than noise. */
export const isLoss = ({ difference, p }: Comparison): boolean => difference < 0 && p < NOISE;

interface Judged extends Pick<EvalVerdict, 'stop' | 'variants' | 'below' | 'saved'> {
  readonly maxErrors: number;
}

function codeOf({ stop, variants, below, saved, maxErrors }: Judged): number {
  const all = Object.values(variants);
  const errorsOf = all.reduce((sum, one) => sum + one.errors, 0);
  const runs = all.reduce((sum, one) => sum + one.runs, 0);
  if (stop === 'errors' && (runs === 0 || errorsOf / (runs + errorsOf) > maxErrors)) return 7;
  if (stop === 'budget') return 3;
  if (stop === 'interrupted') return 130;
  return below.length > 0 || saved.some(({ numbers }) => numbers.some(isLoss)) ? 1 : 0;
}
