import type { RecordedCall, RecordedRun } from './recorded-run.js';
import type { RunExpectations, RunFailure } from './run-expectations.js';

/** Stand-in until checkRun of the branch h-judge is merged. */
export async function checkRun(
  run: RecordedRun,
  expected: RunExpectations,
  _: { matchesRule(call: RecordedCall, rule: string): Promise<boolean> },
): Promise<readonly RunFailure[]> {
  const wanted = [expected.outcome ?? []].flat();
  return wanted.length === 0 || wanted.includes(run.outcome)
    ? []
    : [{ path: ['outcome'], message: `The outcome is ${run.outcome}${run.error === undefined ? '' : `: ${run.error.message}`}` }];
}
