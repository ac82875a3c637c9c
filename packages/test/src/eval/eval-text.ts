import { duration, oneLine, type Paint, plural, table } from '@loadout/command';
import { PASSED } from '../tests/loaded-test.js';
import type { Interval } from './numbers/interval.js';
import { ENOUGH_KAPPA } from './numbers/kappa.js';
import { ENOUGH_CASES, NOISE } from './numbers/paired.js';
import type { Comparison, VariantSum } from './runs/tallies.js';
import { type EvalVerdict, isLoss } from './verdict.js';

/** The most names of cases in a line. */
const MOST_NAMED = 8;
const NAME_WIDTH = 18;

/** The results of an eval for people, in 100 columns. */
export function evalText(verdict: EvalVerdict, paint: Paint): string {
  const { name, cases, repeat, variants } = verdict;
  const size = [
    plural(cases, 'case'),
    plural(Object.keys(variants).length, 'variant'),
    ...(repeat > 1 ? [`${repeat} times`] : []),
  ];
  return [
    `${paint('bold', oneLine(name, 60))}  ${paint('dim', size.join(', '))}\n`,
    table(Object.entries(variants).map(([variant, sum]) => rowOf(variant, sum, verdict))),
    ...failureLines(verdict),
    ...scoreLines(verdict),
    ...chanceLines(verdict),
    ...differLines(verdict),
    ...judgeLines(verdict, paint),
    ...savedLines(verdict, paint),
    ...endLines(verdict, paint),
  ].join('');
}

function rowOf(variant: string, sum: VariantSum, verdict: EvalVerdict): readonly string[] {
  const { runs, passed, rate, usd, usdPerSolved, turns, ms, errors } = sum;
  const share = `${passed}/${runs} (${percent(rate.share)} %, ${percent(rate.low)}–${percent(rate.high)})`;
  return [
    `  ${oneLine(variant, NAME_WIDTH)}`,
    ...(isRated(verdict) ? [runs === 0 ? 'no run' : share] : [plural(runs, 'run')]),
    money(usd),
    ...(isRated(verdict) ? [usdPerSolved === null ? '' : `${money(usdPerSolved)}/solved`] : []),
    `${turns.toFixed(1)} turns`,
    duration(ms),
    [differenceText(verdict, variant, PASSED), errors === 0 ? '' : `${errors} not run`].filter((part) => part !== '').join('  '),
  ];
}

/** Why runs did not end, told once for each reason. */
function failureLines({ variants }: EvalVerdict): readonly string[] {
  const reasons = Object.values(variants).flatMap(({ failure }) => (failure === undefined ? [] : [oneLine(failure, 85)]));
  return [...new Set(reasons)].map((reason) => `  not run: ${reason}\n`);
}

/** Whether runs are right or wrong, and not only scored. */
const isRated = ({ judged, variants }: EvalVerdict): boolean =>
  judged || Object.values(variants).every(({ scores }) => Object.keys(scores).length === 0);

/** The difference from the first variant. */
function differenceText({ against }: EvalVerdict, variant: string, number: string): string {
  const compared = against.find((one) => one.variant === variant);
  const found = compared?.numbers.find((one) => one.number === number);
  if (compared === undefined || found === undefined || found.cases === 0) return '';
  const amount = number === PASSED ? points(found.difference) : signed(found.difference.toFixed(2), found.difference);
  return `${amount} vs ${oneLine(compared.with, NAME_WIDTH)} (${chanceText(found)})`;
}

const chanceText = ({ p }: Comparison): string =>
  `p ${p < 0.001 ? '< 0.001' : p.toFixed(p < 0.1 ? 3 : 2)}${p < NOISE ? '' : ', may be noise'}`;

function scoreLines(verdict: EvalVerdict): readonly string[] {
  const names = new Set(Object.values(verdict.variants).flatMap(({ scores }) => Object.keys(scores)));
  return [...names].flatMap((name) => [
    `  ${oneLine(name, NAME_WIDTH)}\n`,
    table(
      Object.entries(verdict.variants).map(([variant, { scores }]) => [
        `    ${oneLine(variant, NAME_WIDTH)}`,
        intervalText(scores[name]),
        differenceText(verdict, variant, name),
      ]),
    ),
  ]);
}

const intervalText = (found: Interval | undefined): string =>
  found === undefined ? 'no score' : `${found.share.toFixed(2)} (${found.low.toFixed(2)}–${found.high.toFixed(2)})`;

function chanceLines({ variants, judged }: EvalVerdict): readonly string[] {
  if (!judged) return [];
  const rows = Object.entries(variants).flatMap(([variant, { chances }]) => {
    if (chances === undefined) return [];
    const { k, any, all } = chances;
    return [[`    ${oneLine(variant, NAME_WIDTH)}`, `pass@${k} ${percent(any)} %`, `pass^${k} ${percent(all)} %`]];
  });
  return rows.length === 0 ? [] : ['  one of the runs of a case passes, and all of them\n', table(rows)];
}

/** The cases that differ from the first variant, and whether so many cases can tell. */
function differLines({ against, cases }: EvalVerdict): readonly string[] {
  const compared = against.flatMap((one) => one.numbers.slice(0, 1).map((found) => ({ ...one, found })));
  const lines = compared.flatMap((one) => turnedLines(one.found, `${one.variant} vs ${one.with}`));
  const isOpen = compared.some(({ found }) => found.p >= NOISE);
  const few = `  ${plural(cases, 'case')} often cannot tell a difference of 10 points; about ${ENOUGH_CASES} can.\n`;
  return isOpen && cases < ENOUGH_CASES ? [...lines, few] : lines;
}

const gain = ({ before, now }: Comparison['turned'][number]): number => now - before;

function turnedLines({ turned }: Comparison, title: string): readonly string[] {
  const worse = turned.filter(({ before, now }) => now < before);
  const better = turned.filter(({ before, now }) => now > before).sort((one, other) => gain(other) - gain(one));
  const named = (cases: readonly { readonly case: string }[]) =>
    `${cases
      .slice(0, MOST_NAMED)
      .map((one) => oneLine(one.case, 24))
      .join(', ')}${cases.length > MOST_NAMED ? ` and ${cases.length - MOST_NAMED} more` : ''}`;
  return [
    ...(worse.length === 0 ? [] : [`  ${title}, worse in ${worse.length}: ${named(worse)}\n`]),
    ...(better.length === 0 ? [] : [`  ${title}, better in ${better.length}: ${named(better)}\n`]),
  ];
}

/** Tells how far the judges can be relied on, so that nobody believes one that agrees with nobody. */
function judgeLines({ agreements, judgedByThemselves }: EvalVerdict, paint: Paint): readonly string[] {
  const told = agreements.map(({ score, labels, equal, kappa }) => {
    const found = kappa === undefined ? 'kappa unknown, as all answers are equal' : `kappa ${kappa.toFixed(2)}`;
    const line = `${oneLine(score, NAME_WIDTH)}: the judge agrees with ${equal} of ${plural(labels, 'label')} (${found})`;
    return kappa !== undefined && kappa < ENOUGH_KAPPA ? `  ${paint('red', `${line}, too little to rely on`)}\n` : `  ${line}\n`;
  });
  const same = judgedByThemselves.map(
    (name) => `  ${oneLine(name, NAME_WIDTH)} is judged by its own model, which likes its own answers.\n`,
  );
  return [...told, ...same];
}

function savedLines({ saved }: EvalVerdict, paint: Paint): readonly string[] {
  return saved.flatMap((one) =>
    one.numbers.flatMap((found) => {
      const amount = found.number === PASSED ? points(found.difference) : signed(found.difference.toFixed(2), found.difference);
      const word = isLoss(found) ? paint('red', 'a loss') : found.p < NOISE ? 'a gain' : 'no difference seen';
      const what = `${oneLine(one.variant, NAME_WIDTH)} ${found.number}`;
      const line = `  ${what} since the saved results: ${amount} in ${plural(found.cases, 'case')} (${chanceText(found)}): ${word}\n`;
      return [line, ...turnedLines(found, what)];
    }),
  );
}

function endLines({ below, stop, left, code }: EvalVerdict, paint: Paint): readonly string[] {
  const low = below.map(({ variant, number, share, at }) => {
    const seen =
      number === PASSED
        ? `${percent(share)} %, expected at least ${percent(at)} %`
        : `${share.toFixed(2)}, expected at least ${at}`;
    return `  ${paint('red', `${oneLine(variant, NAME_WIDTH)}: ${number} is ${seen}`)}\n`;
  });
  const ends = {
    whole: '',
    budget: `  The budget is spent; ${plural(left, 'run')} did not start. Raise it, and continue with --resume.\n`,
    errors: `  ${plural(left, 'run')} failed at the provider, got no score or did not start${code === 7 ? ', so there is no verdict' : ''}. Do them with --resume.\n`,
    interrupted: `  Interrupted; ${plural(left, 'run')} left. Continue with --resume.\n`,
  };
  return [...low, ends[stop]];
}

const percent = (share: number): string => (share * 100).toFixed(0);
const signed = (text: string, value: number): string => (value >= 0 ? `+${text}` : text);
const points = (difference: number): string => signed((difference * 100).toFixed(0), difference);

function money(usd: number | null): string {
  if (usd === null) return '$?';
  return `$${usd === 0 || usd >= 1 ? usd.toFixed(2) : usd.toPrecision(2)}`;
}
