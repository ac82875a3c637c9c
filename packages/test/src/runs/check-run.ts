import { checkCalls } from './check-calls.js';
import { checkEnd, checkError, checkUnused } from './check-end.js';
import { checkChanged, checkFiles } from './check-files.js';
import type { MatchesRule } from './expected-call.js';
import { numberProblem } from './match-number.js';
import { textProblem } from './match-text.js';
import { differences } from './match-value.js';
import type { RecordedRun } from './recorded-run.js';
import type { NumberMatch, RunExpectations, RunFailure, TextMatch } from './run-expectations.js';
import { shown } from './shown-value.js';

export interface CheckContext {
  /** Whether a call matches a permission rule. A rule is compared with what the call touches, so only its tool knows. */
  readonly matchesRule: MatchesRule;
}

/**
 * Compares a run with what is expected of it. Pure but for `matchesRule`. The failures are in the order of importance: the end of
 * the run, its calls, the files, the texts. Empty: all expectations hold.
 */
export async function checkRun(
  run: RecordedRun,
  expected: RunExpectations,
  context: CheckContext,
): Promise<readonly RunFailure[]> {
  const { calls, files, changed, text, output, usage, events, noEvents } = expected;
  const failures = [
    ...checkEnd(run, expected),
    ...checkError(run, expected.error),
    ...(calls === undefined ? [] : await checkCalls(run, calls, context)),
    ...(files === undefined ? [] : checkFiles(run, files)),
    ...(changed === undefined ? [] : checkChanged(run, changed)),
    ...(text === undefined ? [] : checkText(run, text)),
    ...(output === undefined ? [] : checkOutput(run, output)),
    ...(usage === undefined ? [] : checkUsage(run, usage)),
    ...(events === undefined ? [] : checkEvents(run, events)),
    ...(noEvents === undefined ? [] : checkNoEvents(run, noEvents)),
  ];
  // Unused turns follow from a run that ended early or made fewer calls, which is told already.
  return failures.length > 0 ? failures : checkUnused(run);
}

function checkText({ text }: RecordedRun, expected: TextMatch): readonly RunFailure[] {
  const problem = textProblem(text, expected);
  if (problem === undefined) return [];
  const { path, seen: actual, wanted, detail } = problem;
  return [{ path: ['text', ...path], message: `The text is ${actual}, expected ${wanted}`, expected: wanted, actual, detail }];
}

function checkOutput({ output }: RecordedRun, expected: unknown): readonly RunFailure[] {
  if (output === undefined)
    return [{ path: ['output'], message: 'The run has no structured output', expected: shown(expected), actual: 'nothing' }];
  return differences(output, expected, 'subset').map(({ path, message, ...texts }) => ({
    path: ['output', ...path],
    message: `In the output, ${message}`,
    ...texts,
  }));
}

function checkUsage({ usage }: RecordedRun, expected: NonNullable<RunExpectations['usage']>): readonly RunFailure[] {
  return Object.entries(expected).flatMap(([key, wanted]): readonly RunFailure[] => {
    if (wanted === undefined) return [];
    const actual = usage[key as keyof typeof usage];
    if (actual === null)
      return [{ path: ['usage', key], message: 'The cost is unknown, since the price of a model is', actual: 'unknown' }];
    return oneNumber(key, actual, wanted);
  });
}

function oneNumber(key: string, actual: number, wanted: NumberMatch): readonly RunFailure[] {
  const problem = numberProblem(actual, wanted);
  if (problem === undefined) return [];
  const path = ['usage', key, ...(problem.key === undefined ? [] : [problem.key])];
  const message = `usage.${key} is ${problem.seen}, expected ${problem.wanted}`;
  return [{ path, message, expected: problem.wanted, actual: problem.seen }];
}

type Event = Readonly<Record<string, unknown>>;

/** Whether an event has all the named keys with these values. */
const fits = (event: Event, expected: Event) => differences(event, expected, 'subset').length === 0;

/** Looks for the expected events in their order. The first that does not come is the failure. */
function checkEvents({ events }: RecordedRun, expected: NonNullable<RunExpectations['events']>): readonly RunFailure[] {
  let next = 0;
  for (const [index, wanted] of expected.entries()) {
    const at = events.findIndex((event, position) => position >= next && fits(event, wanted));
    if (at < 0) return [missingEvent(wanted, { index, next, events })];
    next = at + 1;
  }
  return [];
}

function missingEvent(
  wanted: Event,
  { index, next, events }: { readonly index: number; readonly next: number; readonly events: readonly Event[] },
): RunFailure {
  const earlier = events.findIndex((event) => fits(event, wanted));
  const near = nearestEvent(wanted, events);
  const difference = near === undefined ? undefined : differences(near, wanted, 'subset')[0];
  const types = [...new Set(events.map((event) => String(event.type)))];
  return {
    path: ['events', index, ...(earlier < 0 ? (difference?.path ?? []) : [])],
    message: `The event ${shown(wanted)} did not occur${earlier < 0 ? '' : ' in this order'}`,
    expected: shown(wanted),
    actual: near === undefined ? 'no such event' : shown(near),
    detail: [
      ...(earlier >= 0 ? [`It is event ${earlier + 1}; the search began at event ${next + 1}, after the one before.`] : []),
      ...(earlier < 0 && difference !== undefined ? [`Nearest: ${difference.message}`] : []),
      ...(near === undefined ? [`Events were of the types ${types.join(', ')}.`] : []),
    ],
  };
}

/** The event of the same type that differs least. */
function nearestEvent(wanted: Event, events: readonly Event[]): Event | undefined {
  const same = events.filter((event) => event.type === wanted.type);
  const counted = same.map((event) => ({ event, count: differences(event, wanted, 'subset').length }));
  return counted.sort((a, b) => a.count - b.count)[0]?.event;
}

function checkNoEvents({ events }: RecordedRun, unwanted: NonNullable<RunExpectations['noEvents']>): readonly RunFailure[] {
  return unwanted.flatMap((one, index): readonly RunFailure[] => {
    const at = events.findIndex((event) => fits(event, one));
    if (at < 0) return [];
    const actual = shown(events[at]);
    const message = `The event ${shown(one)} occurred, as event ${at + 1}`;
    return [{ path: ['noEvents', index], message, expected: 'no such event', actual }];
  });
}
