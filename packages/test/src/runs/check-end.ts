import { callsNotRun } from './expected-call.js';
import type { RecordedRun, RunEnd } from './recorded-run.js';
import type { RunExpectations, RunFailure } from './run-expectations.js';
import { visible } from './shown-value.js';

/** The ends that a test need not name: the agent came to its answer. */
const ANSWERED: readonly RunEnd[] = ['done', 'denied'];

/** Compares the end of a run. A test that names no outcome and no error expects that the agent came to its answer. */
export function checkEnd(run: RecordedRun, { outcome, error }: RunExpectations): readonly RunFailure[] {
  if (outcome === undefined && error !== undefined) return [];
  const ends = outcome === undefined ? ANSWERED : typeof outcome === 'string' ? [outcome] : outcome;
  if (ends.includes(run.outcome)) return [];
  const expected = outcome === undefined ? 'an answer, since the test names no outcome' : ends.join(' or ');
  const message = `The run ended with ${run.outcome}, expected ${expected}`;
  return [{ path: ['outcome'], message, expected: ends.join(' or '), actual: run.outcome, detail: whyEnded(run) }];
}

/** The error of the run, and what was denied. */
function whyEnded({ outcome, error, calls, text }: RecordedRun): readonly string[] {
  const lines = error === undefined ? [] : [`${error.code}: ${visible(error.message, 600)}`];
  const fix = error?.fix === undefined ? [] : [`Fix: ${visible(error.fix, 300)}`];
  const denials = callsNotRun(calls);
  const isQuiet = lines.length === 0 && denials.length === 0 && outcome !== 'done';
  const last = isQuiet && text !== '' ? [`The last text is "${visible(text)}"`] : [];
  return [...lines, ...fix, ...denials, ...last];
}

export function checkError({ error }: RecordedRun, expected: string | undefined): readonly RunFailure[] {
  if (expected === undefined || error?.code === expected) return [];
  const actual = error?.code ?? 'no error';
  const message = `The run ended with ${actual}, expected the error ${expected}`;
  return [{ path: ['error'], message, expected, actual, detail: error === undefined ? [] : [visible(error.message, 600)] }];
}

/** Answers that nobody asked for: the agent did less than the test says. */
export function checkUnused({ unused = [], error }: RecordedRun): readonly RunFailure[] {
  return unused.map(({ script, turn, turns }) => {
    const count = turns - turn + 1;
    const which = count === 1 ? `turn ${turn}` : `turns ${turn} to ${turns}`;
    const message = `The agent asked for ${turn - 1} of ${turns} turns of the script ${script}: ${which} ${count === 1 ? 'was' : 'were'} not used`;
    const ended = error === undefined ? [] : [`${error.code}: ${visible(error.message, 400)}`];
    const detail = [...ended, 'Remove what is not needed, or write model: { unused: ignore }.'];
    return { path: [], of: 'model', message, expected: `${turns} turns`, actual: `${turn - 1} turns`, detail };
  });
}
