import { readFileSync } from 'node:fs';
import { writeFile } from '@loadout/command';
import type { CommandHost } from '@loadout/core/commands';
import type { RecordedCall } from './runs/recorded-run.js';
import type { TestReport, TestResult } from './runs/test-report.js';
import { updateExpectedCalls } from './tests/edit-tests.js';
import type { LoadedTest } from './tests/loaded-test.js';

/** Writes the calls that happened into the tests whose expected calls did not happen. Comments and layout stay. */
export async function updateCalls(tests: readonly LoadedTest[], report: TestReport, io: CommandHost): Promise<void> {
  const changed = tests.flatMap((test) => {
    const result = report.tests.find(({ name, file }) => name === test.name && test.file.endsWith(file));
    return result !== undefined && isWrong(result) ? [{ test, calls: result.run?.calls ?? [] }] : [];
  });
  // From the end of a file, so that the places before stay what they are.
  changed.sort((a, b) => b.test.position.line - a.test.position.line);
  for (const { test, calls } of changed) {
    const isList = Array.isArray(test.spec.expect?.calls);
    const at = test.at(['expect', 'calls', ...(isList ? [] : ['list'])]);
    const text = updateExpectedCalls(readFileSync(test.file, 'utf8'), { at, calls: calls.map(expectedCall) });
    if (text === undefined) io.tell(`note: the expected calls of ${test.name} stand in no list of their own, so they stay.\n`);
    // A link to the file was followed when it was read.
    else writeFile(test.file, { text, isNamed: true });
  }
  io.tell(
    `Updated the expected calls of ${changed.length} ${changed.length === 1 ? 'test' : 'tests'}. Read the changes before you commit them.\n`,
  );
}

const isWrong = ({ failures, run }: TestResult) =>
  run !== undefined &&
  failures.some(({ path: [expect, calls, key] }) => expect === 'expect' && calls === 'calls' && key !== 'never');

/** A call as a test writes it: with its state and decider where it did not simply run. */
export function expectedCall({ tool, input, state, by }: RecordedCall): Readonly<Record<string, unknown>> {
  const decided = by?.path ?? by?.rule ?? (by?.kind === 'rule' ? undefined : by?.kind);
  return { [tool]: input, ...(state === 'done' ? {} : { state, ...(decided === undefined ? {} : { by: decided }) }) };
}
