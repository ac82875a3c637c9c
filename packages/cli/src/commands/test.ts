import type { test } from '../arguments/test-definition.js';
import { exitCodeOf } from '../exit-code.js';
import { onInterrupt } from '../signals/on-interrupt.js';
import { readTestWish } from '../test/read-test-wish.js';
import { testOnce } from '../test/test-once.js';
import type { Command } from './command.js';

export const execute: Command<typeof test> = async ({ positionals: [filter], flags }, io) => {
  const wish = readTestWish(flags, { io, filter });
  const controller = new AbortController();
  const interrupts = onInterrupt(io, () => controller.abort());
  try {
    const report = await testOnce(wish, { io, signal: controller.signal });
    if (controller.signal.aborted) return interrupts.exitCode ?? exitCodeOf('interrupted');
    return report.tests.some(({ status }) => status === 'failed') ? 1 : 0;
  } finally {
    interrupts.release();
  }
};
