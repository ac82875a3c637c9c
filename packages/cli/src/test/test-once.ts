import { dirname, resolve } from 'node:path';
import type { LoadedConfig } from '@loadout/config';
import type { Coverage, TestReport, TestResult } from '@loadout/testing';
import { coverageOf } from './coverage/coverage-of.js';
import { reachedBy } from './coverage/reached-by.js';
import { type Around, inRoom, type OpenRoom } from './open-room.js';
import type { TestWish } from './read-test-wish.js';
import { reporterOf } from './report/reporter-of.js';
import { runTests } from './run-tests.js';

export interface Tested {
  readonly report: TestReport;
  /** Everything whose change may change a result. */
  readonly watched: { readonly files: readonly string[]; readonly folders: readonly string[] };
}

/** Reads and plays the selected tests once, and reports them. With `update`, writes the calls that happened into the tests. */
export const testOnce = (wish: TestWish, around: Around): Promise<Tested> =>
  inRoom(wish, around, async (open) => {
    const report = await played(wish, open, around);
    if (wish.update) await (await import('./update-calls.js')).updateCalls(open.tests, report, around.io);
    return { report, watched: watchedBy(wish, open) };
  });

async function played(wish: TestWish, { room, loaded, tests }: OpenRoom, { io }: Around): Promise<TestReport> {
  const { env, isTerminal, columns } = io;
  const redact = (text: string) => io.redact?.(text) ?? text;
  const sink = { out: io.out.bind(io), err: io.tell.bind(io), env, isTerminal, columns, cwd: wish.root, redact };
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

function watchedBy({ file }: TestWish, { loaded, files, tests }: OpenRoom): Tested['watched'] {
  const named = tests.flatMap(({ file: of, spec: { model } }) =>
    [model?.script, model?.cassette, ...Object.values(model?.agents ?? {})].flatMap((one) =>
      typeof one === 'string' ? [resolve(dirname(of), one)] : [],
    ),
  );
  const folders = tests.flatMap(({ file: of, spec }) =>
    spec.workspace?.dir === undefined ? [] : [resolve(dirname(of), spec.workspace.dir)],
  );
  return { files: [...new Set([file, ...loaded.files, ...files, ...named])], folders: [...new Set(folders)] };
}
