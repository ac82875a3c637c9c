import type { TestReport } from '@loadout/testing';
import type { test } from '../arguments/test-definition.js';
import { errors } from '../errors.js';
import { exitCodeOf } from '../exit-code.js';
import type { Io } from '../io.js';
import { onInterrupt } from '../signals/on-interrupt.js';
import { tellFailure } from '../tell-failure.js';
import { percent } from '../test/coverage/coverage-lines.js';
import { coveredShare } from '../test/coverage/coverage-of.js';
import { writeFromSession } from '../test/from-session/write-from-session.js';
import { listStale } from '../test/list-stale.js';
import { readTestWish, type TestWish } from '../test/read-test-wish.js';
import { testOnce } from '../test/test-once.js';
import { watchTests } from '../test/watch-tests.js';
import type { Command } from './command.js';

export const execute: Command<typeof test> = async ({ positionals, flags }, io) => {
  const session = flags['from-session'];
  if (flags.write !== undefined && session === undefined)
    throw errors.USAGE_FLAG_ALONE({ flag: '--write', needs: '--from-session' });
  const wish = readTestWish(flags, { io, positionals });
  const controller = new AbortController();
  const interrupts = onInterrupt(io, () => controller.abort());
  const around = { io, signal: controller.signal };
  try {
    if (session !== undefined) {
      return await writeFromSession(wish, { ...around, session, write: flags.write });
    }
    if (flags.stale) return (await listStale(wish, around)) > 0 ? 1 : 0;
    const code = flags.watch ? await watch(wish, around) : codeOf(await testOnce(wish, around), { wish, io });
    return controller.signal.aborted ? (interrupts.exitCode ?? exitCodeOf('interrupted')) : code;
  } finally {
    interrupts.release();
  }
};

async function watch(wish: TestWish, around: { readonly io: Io; readonly signal: AbortSignal }): Promise<number> {
  await watchTests(wish, { ...around, onFailure: (error) => tellFailure(error, around.io) });
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
