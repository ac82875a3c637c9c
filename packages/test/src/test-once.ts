import { folderOf, type LoadedConfig } from '@loadout/config';
import { coverageOf } from './coverage/coverage-of.js';
import { reachedBy } from './coverage/reached-by.js';
import { type Around, inRoom, type OpenRoom } from './open-room.js';
import type { TestWish } from './read-test-wish.js';
import { reporterOf } from './report/reporter-of.js';
import { runTests } from './run-tests.js';
import type { Coverage, TestReport, TestResult } from './runs/test-report.js';
import { namedBy } from './tests/named-by.js';
import { updateCalls } from './update-calls.js';
import type { Watched } from './watch/file-marks.js';

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
