import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { folderOf } from '@loadout/config';
import { canonical } from '@loadout/config/documents';
import type { AgentOptions } from '@loadout/runner';
import { type Case, type CaseSource, casesOf, countCases } from '../cases/cases-of.js';
import { errors } from '../errors.js';
import { ownPath } from '../own-path.js';
import type { Room } from '../room.js';
import type { EvalPart, LoadedTest } from '../tests/loaded-test.js';
import type { EvalWish } from './eval-wish.js';
import { playCell } from './play-cell.js';
import { type EvalJournal, readEvalFile } from './runs/eval-file.js';
import { type EvalHead, type EvalPlace, type EvalRun, keyOf } from './runs/eval-run.js';
import { Tallies } from './runs/tallies.js';
import { loadScorer, type Scorer } from './scores/own-score.js';

/** An eval with all that this command chose. */
export interface Measured {
  readonly test: LoadedTest;
  readonly part: EvalPart;
  readonly source: CaseSource;
  readonly head: EvalHead;
  /** The ids of the chosen cases. */
  readonly ids: ReadonlySet<string>;
}

/** The end of an eval: all runs, the budget, too many failures of the provider, or an interruption. */
export type EvalStop = 'whole' | 'budget' | 'errors' | 'interrupted';

export interface Evaluated {
  readonly head: EvalHead;
  readonly tallies: ReadonlyMap<string, Tallies>;
  readonly stop: EvalStop;
  /** The runs that are not done. */
  readonly left: number;
  readonly file: string;
}

/** The name of the only variant of an eval without variants. */
const ONLY = 'default';

interface MeasuredParts {
  readonly wish: EvalWish;
  readonly files: readonly string[];
  readonly signal: AbortSignal;
}

/** Prepares an eval: reads and checks every case before anything is asked, so that a wrong one costs nothing. Throws CASES_*, EVAL_CASE. */
export async function measured(test: LoadedTest, part: EvalPart, { wish, files, signal }: MeasuredParts): Promise<Measured> {
  const source = { ...part.source, sample: wish.cases ?? part.source.sample };
  const variants = part.variants.length === 0 ? [ONLY] : part.variants;
  // The runs of some variants are a part of the runs of all.
  const whole = { ...test.ofEval?.written, variants: { ...(test.ofEval?.written.variants as object), ...wish.variants.added } };
  const ids = new Set<string>();
  const check = (one: Case) => {
    part.forCase(one, part.variants[0]);
    ids.add(one.id);
  };
  await countCases(source, { check, signal });
  const { score = {}, expect, judge, repeat = 1 } = test.spec;
  const head: EvalHead = {
    type: 'eval',
    version: 1,
    name: test.name,
    hash: hashOf(whole, [...files, ...namedIn(whole, test.file)]),
    variants,
    scores: Object.keys(score),
    cases: ids.size,
    repeat: wish.repeat ?? repeat,
    judged: (expect ?? judge) !== undefined,
    start: Date.now(),
  };
  return { test, part, source, head, ids };
}

/** Hashes all that makes runs comparable. Keys that only judge them as a whole may change. */
function hashOf(written: EvalPart['written'], files: readonly string[]): string {
  const { pass, budget, repeat, cases, ...rest } = written;
  const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
  const texts = files.map((file) => hash(readFileSync(file)));
  return hash(canonical([rest as never, texts.sort()])).slice(0, 16);
}

/** The files of instructions and of functions that an eval names. */
function namedIn(written: EvalPart['written'], file: string): readonly string[] {
  const parts = [written.variants, written.score].flatMap((map) =>
    Object.values((map ?? {}) as Readonly<Record<string, object | null>>),
  );
  const named = parts.flatMap((part) => {
    const { use, instructions } = (part ?? {}) as { readonly use?: unknown; readonly instructions?: { readonly file?: unknown } };
    return [use, instructions?.file].flatMap((name) =>
      typeof name === 'string' ? [resolve(folderOf(file), name.replace(/#.*$/, ''))] : [],
    );
  });
  return named.filter((path) => existsSync(path) && statSync(path).isFile());
}

interface EvaluateParts {
  readonly room: Room;
  readonly wish: EvalWish;
  readonly journal: EvalJournal;
  readonly wrapModel: NonNullable<AgentOptions['wrapModel']>;
  /** Called after each run, with the number of runs that are done. */
  readonly onRun: (done: number, all: number) => void;
}

/** Does the runs that the journal does not have, several at once, and adds each to it as soon as it has ended. */
export async function evaluate(what: Measured, parts: EvaluateParts): Promise<Evaluated> {
  const { head } = what;
  const { wish, journal } = parts;
  const tallies = new Map(head.variants.map((name) => [name, new Tallies()]));
  const done = doneIn(journal.file, what, tallies);
  const all = head.cases * head.variants.length * head.repeat;
  const state: State = { errors: 0, done: done.size };
  const around = { ...parts, what, tallies, state, all, play: playerOf(what, parts) };
  const cells = cellsOf(what, done);
  try {
    await Promise.all(Array.from({ length: wish.jobs }, () => work(cells, around)));
  } finally {
    cells.return(undefined);
  }
  if (state.fault !== undefined) throw state.fault.error;
  const isWhole = state.done === all;
  if (isWhole && done.size < all) journal.add({ type: 'end', stop: Date.now() });
  return { head, tallies, stop: isWhole ? 'whole' : (stopOf(around) ?? 'errors'), left: all - state.done, file: journal.file };
}

interface State {
  /** The runs of this command that failed at a provider. */
  errors: number;
  done: number;
  /** A fault ends the eval once the runs beside it have ended, so that none of them is left behind. */
  fault?: { readonly error: unknown };
}

interface Working extends EvaluateParts {
  readonly what: Measured;
  readonly tallies: ReadonlyMap<string, Tallies>;
  readonly state: State;
  readonly all: number;
  readonly play: (cell: NextCell, usd: number | undefined) => Promise<EvalRun | undefined>;
}

async function work(cells: Generator<NextCell>, around: Working): Promise<void> {
  const { state, journal, tallies, play, onRun, all } = around;
  while (state.fault === undefined && stopOf(around) === undefined) {
    // Runs with answers from a file wait for nothing, and no Ctrl-C would ever be heard.
    await nextTurn();
    try {
      const next = cells.next();
      if (next.done === true) return;
      const run = await play(next.value, moneyLeft(around));
      if (run === undefined) return;
      journal.add(run);
      tallies.get(run.variant)?.add(run);
      if (run.state === 'error') state.errors += 1;
      else state.done += 1;
      onRun(state.done, all);
    } catch (error) {
      state.fault ??= { error };
    }
  }
}

function stopOf(around: Working): EvalStop | undefined {
  const { room, wish, state, all } = around;
  if (room.signal.aborted) return 'interrupted';
  if (state.errors > Math.max(1, wish.maxErrors * all)) return 'errors';
  return (moneyLeft(around) ?? 1) <= 0 ? 'budget' : undefined;
}

/** The rest of the budget. `undefined`: there is none. */
function moneyLeft({ what, tallies }: Pick<Working, 'what' | 'tallies'>): number | undefined {
  const { budget } = what.test.spec;
  return budget === undefined ? undefined : budget.usd - [...tallies.values()].reduce((sum, one) => sum + one.spent, 0);
}

function playerOf({ part, test }: Measured, { room, journal, wrapModel }: EvaluateParts): Working['play'] {
  const scorers = new Map<string, Promise<Scorer>>();
  const dir = dirname(journal.file);
  return async ({ one, place }, usd) => {
    const tested = part.forCase(one, place.variant === ONLY ? undefined : place.variant);
    const variant = tested.spec.variants?.[place.variant];
    const scorer = (use: string) => scorerOf(use, { scorers, part, test, room });
    return playCell(tested, { room, place, row: one.row, variant, wrapModel, scorer, dir, usd });
  };
}

/** The places of the runs in the journal that count, which are added to the tallies. */
function doneIn(file: string, { ids, head }: Measured, tallies: ReadonlyMap<string, Tallies>): Set<string> {
  const done = new Set<string>();
  readEvalFile(file, (run: EvalRun) => {
    const tally = tallies.get(run.variant);
    if (tally === undefined || !ids.has(run.case) || run.repeat > head.repeat) return;
    tally.add(run);
    if (run.state !== 'error') done.add(keyOf(run));
  });
  return done;
}

interface NextCell {
  readonly one: Case;
  readonly place: EvalPlace;
}

/** All variants of a case come one after another, so that also a part of the runs can be compared by case. */
function* cellsOf({ source, head }: Measured, done: ReadonlySet<string>): Generator<NextCell> {
  for (const one of casesOf(source))
    for (let repeat = 1; repeat <= head.repeat; repeat++)
      for (const variant of head.variants) {
        const place = { case: one.id, variant, repeat };
        if (!done.has(keyOf(place))) yield { one, place };
      }
}

interface ScorerParts {
  readonly scorers: Map<string, Promise<Scorer>>;
  readonly part: EvalPart;
  readonly test: LoadedTest;
  readonly room: Room;
}

/** The function that `use` names in the file. What a case fills in names no code, because nobody trusted it. */
function scorerOf(use: string, { scorers, part, test, room }: ScorerParts): Promise<Scorer> {
  const known = scorers.get(use);
  if (known !== undefined) return known;
  const written = Object.values((part.written.score ?? {}) as Readonly<Record<string, { readonly use?: unknown }>>);
  if (!written.some((score) => score.use === use))
    throw errors.SCORE_MODULE(
      { use, problem: 'a case fills in its name, so nobody trusted it' },
      { position: test.at(['score']) },
    );
  const [path = ''] = use.split('#');
  const file = path.startsWith('.') ? ownPath(test, ['score'], { path, folder: room.configDir }) : undefined;
  const loaded = loadScorer(use, { file, folder: folderOf(test.file) });
  scorers.set(use, loaded);
  return loaded;
}
