import { percent } from './coverage/coverage-lines.js';
import { coveredShare } from './coverage/coverage-of.js';
import { errors } from './errors.js';
import { writeFromSession } from './from-session/write-from-session.js';
import type { Io, TestHost } from './host.js';
import { listStale } from './list-stale.js';
import { readTestWish, type TestWish } from './read-test-wish.js';
import type { TestReport } from './runs/test-report.js';
import type { TestFlags } from './test-flags.js';
import { testOnce } from './test-once.js';
import { watchTests } from './watch-tests.js';

interface Call {
  readonly positionals: readonly string[];
  readonly flags: TestFlags;
}

/** Runs `loadout test`, and returns its exit code. */
export async function runTestCommand({ positionals, flags }: Call, { io, signal, fail }: TestHost): Promise<number> {
  const session = flags['from-session'];
  if (flags.write !== undefined && session === undefined)
    throw errors.USAGE_FLAG_ALONE({ flag: '--write', needs: '--from-session' });
  const wish = readTestWish(flags, { io, positionals });
  const around = { io, signal };
  if (session !== undefined) return writeFromSession(wish, { ...around, session, write: flags.write });
  if (flags.stale) return (await listStale(wish, around)) > 0 ? 1 : 0;
  if (!flags.watch) return codeOf(await testOnce(wish, around), { wish, io });
  await watchTests(wish, { ...around, onFailure: fail });
  return 0;
}

const codeOf = (report: TestReport, around: { readonly wish: TestWish; readonly io: Io }): number =>
  report.tests.some(({ status }) => status === 'failed') || isUncovered(report, around) ? 1 : 0;

/** Says that the tests reach too little, if a share was asked for. */
function isUncovered(
  { coverage }: TestReport,
  { wish, io }: { readonly wish: Pick<TestWish, 'coverageMin'>; readonly io: Pick<Io, 'tell'> },
): boolean {
  const { coverageMin } = wish;
  if (coverage === undefined || coverageMin === undefined || coveredShare(coverage) * 100 >= coverageMin) return false;
  io.tell(`The tests reach ${percent(coverage)} % of the parts, expected at least ${coverageMin} % (--coverage-min).\n`);
  return true;
}
