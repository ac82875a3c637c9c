import { setImmediate as nextTurn } from 'node:timers/promises';
import { versionOf } from '@loadout/node';
import { playTest } from './play-test.js';
import type { Room } from './room.js';
import type { TestReport, TestResult } from './runs/test-report.js';
import type { LoadedTest } from './tests/loaded-test.js';

export interface RunParts {
  readonly room: Room;
  /** The number of tests that run at once. */
  readonly jobs: number;
  readonly onResult: (result: TestResult) => void;
}

/** Plays the tests, several at once. Results are reported in the order of the tests. Ends early when the signal aborts. */
export async function runTests(tests: readonly LoadedTest[], { room, jobs, onResult }: RunParts): Promise<TestReport> {
  const start = Date.now();
  const results: (TestResult | undefined)[] = tests.map(() => undefined);
  let next = 0;
  let told = 0;
  const work = async () => {
    while (next < tests.length && !room.signal.aborted) {
      // Runs with answers from a file wait for nothing, and no Ctrl-C would ever be heard.
      await nextTurn();
      const index = next++;
      const test = tests[index];
      if (test === undefined) return;
      results[index] = await playTest(test, room);
      for (let ready = results[told]; ready !== undefined; ready = results[told]) {
        told += 1;
        onResult(ready);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, tests.length) }, work));
  const ended = results.filter((result) => result !== undefined);
  return {
    tool: { name: 'loadout', version: versionOf('@loadout/test', import.meta.url) },
    start,
    stop: Date.now(),
    root: room.root,
    tests: ended,
  };
}
