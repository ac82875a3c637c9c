import { dirname } from 'node:path';
import { judgeConfig, judgeTests, type LoadedConfig, type LoadedTests, loadTests } from '@loadout/config';
import type { TestReport, TestResult } from '@loadout/testing';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { trustOptions } from '../load/settle-trust.js';
import { coverageOf } from './coverage/coverage-of.js';
import { Gate } from './gate.js';
import { Plans } from './plans.js';
import type { TestWish } from './read-test-wish.js';
import { reporterOf } from './report/reporter-of.js';
import { requireTrust } from './require-trust.js';
import { runTests } from './run-tests.js';
import { selectTests } from './select-tests.js';
import { TestFolder } from './test-ground.js';

interface Around {
  readonly io: Io;
  readonly signal: AbortSignal;
}

/** Reads and plays the selected tests once, and reports them. */
export async function testOnce(wish: TestWish, around: Around): Promise<TestReport> {
  const { io } = around;
  const folder = new TestFolder();
  try {
    return await testIn(folder, wish, around);
  } finally {
    if (wish.keep) {
      folder.keep();
      io.tell(`The folders of the tests are kept in ${folder.root}\n`);
    } else folder.remove();
  }
}

async function testIn(folder: TestFolder, wish: TestWish, { io, signal }: Around): Promise<TestReport> {
  const { file, root, flags, jobs } = wish;
  const plans = new Plans({ flags, io, file, root: folder.root });
  const { tests, loaded } = await readTests(wish, { io, plans });
  const selected = selectTests(tests, wish.selection);
  const { env, isTerminal, columns } = io;
  const redact = (text: string) => io.redact?.(text) ?? text;
  const sink = { out: io.out.bind(io), err: io.tell.bind(io), env, isTerminal, columns, cwd: root, redact };
  const reporters = wish.reporters.map((name) => reporterOf(name, sink));
  for (const reporter of reporters) reporter.start?.(selected.length);
  const room = {
    plans,
    folder,
    env,
    signal,
    root,
    configDir: dirname(file),
    processes: new Gate(jobs),
    live: wish.live,
    record: wish.record,
  };
  const onResult = (result: TestResult) => {
    for (const reporter of reporters) reporter.result?.(result);
  };
  const played = await runTests(selected, { room, jobs, onResult });
  const report = wish.coverage ? { ...played, coverage: coverageOf({ loaded, results: played.tests }) } : played;
  for (const reporter of reporters) await reporter.end(report);
  return report;
}

/**
 * Reads the tests once the configuration and the tests that act are trusted: a test of half a configuration says nothing. Throws
 * TRUST_NEEDED, CONFIG_INVALID, TEST_NONE.
 */
async function readTests(
  { flags, file, root }: TestWish,
  { io, plans }: { readonly io: Io; readonly plans: Plans },
): Promise<{ readonly tests: LoadedTests['tests']; readonly loaded: LoadedConfig }> {
  requireTrust(await judgeTests(file, trustOptions(flags, io)), { flags, io });
  requireTrust(await judgeConfig({ cwd: root, file, env: io.env, trust: trustOptions(flags, io) }), { flags, io });
  const { tests } = await loadTests(file);
  if (tests.length === 0) throw errors.TEST_NONE({ file });
  // A configuration that is wrong is told once, and not by each of its tests.
  const env = Object.assign({}, ...tests.map(({ spec }) => spec.env ?? {})) as Readonly<Record<string, string>>;
  return { tests, loaded: await plans.load(undefined, { env }) };
}
