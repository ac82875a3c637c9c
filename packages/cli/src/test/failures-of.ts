import type { LoadedTest } from '@loadout/config';
import type { RecordedRun } from '@loadout/testing';
import type { TestFailure } from './play-test.js';
import type { Played } from './recorded.js';

/** Compares a run with the expectations of its test. */
export async function failuresOf({ spec }: LoadedTest, { run, matchesRule }: Played): Promise<readonly TestFailure[]> {
  const { checkRun } = await import('@loadout/testing');
  const found = spec.expect === undefined ? [] : await checkRun(run, spec.expect, { matchesRule });
  return [
    ...scriptFailures(spec, run),
    ...found.map((failure) => ({ ...failure, path: [failure.of ?? 'expect', ...failure.path] })),
  ];
}

/** A model without an answer is a fault of the test, unless the test expects the error. */
function scriptFailures({ expect }: LoadedTest['spec'], { error }: RecordedRun): readonly TestFailure[] {
  if (error === undefined || !/^(?:SCRIPT|CASSETTE|TEST)_/.test(error.code) || expect?.error !== undefined) return [];
  return [{ path: ['model'], message: error.message, code: error.code, fix: error.fix }];
}
