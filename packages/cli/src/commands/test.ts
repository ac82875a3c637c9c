import type { TestReport } from '@loadout/testing';
import type { test } from '../arguments/test-definition.js';
import { exitCodeOf } from '../exit-code.js';
import type { Io } from '../io.js';
import { onInterrupt } from '../signals/on-interrupt.js';
import { percent } from '../test/coverage/coverage-lines.js';
import { coveredShare } from '../test/coverage/coverage-of.js';
import { readTestWish, type TestWish } from '../test/read-test-wish.js';
import { testOnce } from '../test/test-once.js';
import type { Command } from './command.js';

export const execute: Command<typeof test> = async ({ positionals: [filter], flags }, io) => {
  const wish = readTestWish(flags, { io, filter });
  const controller = new AbortController();
  const interrupts = onInterrupt(io, () => controller.abort());
  try {
    const report = await testOnce(wish, { io, signal: controller.signal });
    if (controller.signal.aborted) return interrupts.exitCode ?? exitCodeOf('interrupted');
    const isFailed = report.tests.some(({ status }) => status === 'failed') || isUncovered(report, { wish, io });
    return isFailed ? 1 : 0;
  } finally {
    interrupts.release();
  }
};

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
