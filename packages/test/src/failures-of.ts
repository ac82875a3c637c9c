import type { TestFailure } from './room.js';
import type { CheckContext } from './runs/check-run.js';
import { checkRun } from './runs/check-run.js';
import type { RecordedRun } from './runs/recorded-run.js';
import type { LoadedTest } from './tests/loaded-test.js';

/** Compares a run with the expectations of its test. */
export async function failuresOf({ spec }: LoadedTest, run: RecordedRun, context: CheckContext): Promise<readonly TestFailure[]> {
  const unanswered = scriptFailure(spec, run);
  if (unanswered !== undefined) return [unanswered];
  const found = await checkRun(run, spec.expect ?? {}, context);
  const ofModel = found.filter(({ of }) => of === 'model');
  return found.map((failure) => ({
    ...failure,
    path: failure.of === 'model' ? scriptPath(spec, run.unused?.[ofModel.indexOf(failure)]?.script) : ['expect', ...failure.path],
  }));
}

/** A model without an answer is a fault of the test, and other failures follow from it, unless the test expects the error. */
function scriptFailure({ expect }: LoadedTest['spec'], { error }: RecordedRun): TestFailure | undefined {
  if (error === undefined || !/^(?:SCRIPT|CASSETTE|TEST)_/.test(error.code) || expect?.error !== undefined) return undefined;
  return { path: ['model'], message: error.message, code: error.code, fix: error.fix };
}

/** The place of a script by its name, which is that of an agent. */
function scriptPath({ model }: LoadedTest['spec'], script: string | undefined): TestFailure['path'] {
  if (script !== undefined && Object.hasOwn(model?.agents ?? {}, script)) return ['model', 'agents', script];
  return model?.cassette === undefined ? ['model', 'script'] : ['model', 'cassette'];
}
