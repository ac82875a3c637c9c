import { setImmediate as nextTurn } from 'node:timers/promises';
import { folderOf, type LoadedConfig } from '@loadout/config';
import { versionOf } from '@loadout/node';
import { coverageOf } from './coverage/coverage-of.js';
import { reachedBy } from './coverage/reached-by.js';
import { type Around, inRoom, type OpenRoom } from './open-room.js';
import { playTest } from './play-test.js';
import type { TestWish } from './read-test-wish.js';
import { reporterOf } from './report/reporter-of.js';
import type { Room } from './room.js';
import type { Coverage, TestReport, TestResult } from './runs/test-report.js';
import type { LoadedTest } from './tests/loaded-test.js';
import { namedBy } from './tests/loaded-test.js';
import { updateCalls } from './update-calls.js';
import type { Watched } from './watch/next-change.js';

interface TestAround extends Around {
  /** Called once the files are read, before a test runs. */
  readonly onRead?: (watched: Watched) => Promise<void>;
}

/** Reads and plays the selected tests once, and reports them. With `update`, writes the calls that happened into the tests. */
export const testOnce = (wish: TestWish, around: TestAround): Promise<TestReport> =>
  inRoom(wish, around, async (open) => {
    await around.onRead?.(watchedBy(wish, open));
    const report = await played(wish, open, around);
    if (wish.update) await updateCalls(open.tests, report, around.io);
    return report;
  });

async function played(wish: TestWish, { room, loaded, tests }: OpenRoom, { io }: Around): Promise<TestReport> {
  const { env, isTerminal, screen, redact } = io;
  const sink = { out: screen.out, err: screen.tell, env, isTerminal, cwd: wish.root, redact };
  const reporters = wish.reporters.map((name) => reporterOf(name, sink));
  for (const reporter of reporters) reporter.start?.(tests.length);
  const onResult = (result: TestResult) => {
    for (const reporter of reporters) reporter.result?.(result);
  };
  const all = await runTests(tests, { room, jobs: wish.jobs, onResult });
  const report = wish.coverage ? { ...all, coverage: await coverageIn(all.tests, { room, loaded, tests }) } : all;
  for (const reporter of reporters) await reporter.end(report);
  return report;
}

/** The coverage of the configuration, and of the parts that it has with the profiles of tests that ran. */
async function coverageIn(
  results: readonly TestResult[],
  { room, loaded, tests }: Pick<OpenRoom, 'room' | 'loaded' | 'tests'>,
): Promise<Coverage> {
  const profiles: Record<string, LoadedConfig> = {};
  for (const result of results) {
    const profile = reachedBy(result)?.profile;
    const test = tests.find(({ spec }) => (spec.profile ?? room.profile) === profile);
    if (profile !== undefined && test !== undefined)
      profiles[profile] ??= await room.plans.load(undefined, { ...test.spec, profile });
  }
  return coverageOf({ loaded, results, profiles });
}

function watchedBy({ file, update, record }: TestWish, { loaded, files, tests }: OpenRoom): Watched {
  const named = tests.map(namedBy);
  const cassettes = named.flatMap((one) => one.cassettes);
  return {
    root: folderOf(file),
    files: [...new Set([file, ...loaded.files, ...files, ...named.flatMap((one) => one.scripts), ...cassettes])],
    folders: [...new Set(named.flatMap((one) => one.folders))],
    own: [...(update ? [file, ...files] : []), ...(record === 'none' ? [] : cassettes)],
  };
}

interface RunParts {
  readonly room: Room;
  /** The number of tests that run at once. */
  readonly jobs: number;
  readonly onResult: (result: TestResult) => void;
}

/** Plays the tests, several at once. Results are reported in the order of the tests. Ends early when the signal aborts. */
async function runTests(tests: readonly LoadedTest[], { room, jobs, onResult }: RunParts): Promise<TestReport> {
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
