import type { test } from '../arguments/test-definition.js';
import { exitCodeOf } from '../exit-code.js';
import { neededPackage } from '../own-package.js';
import { onInterrupt } from '../signals/on-interrupt.js';
import { tellFailure } from '../tell-failure.js';
import type { Command } from './command.js';

export const execute: Command<typeof test> = async (args, io) => {
  const { runTestCommand } = await neededPackage('@loadout/test', {
    needs: 'loadout test',
    load: () => import('@loadout/test'),
  });
  const controller = new AbortController();
  const interrupts = onInterrupt(io, () => controller.abort());
  try {
    const fail = (error: unknown) => tellFailure(error, io);
    const code = await runTestCommand(args, { io, signal: controller.signal, fail });
    return controller.signal.aborted ? (interrupts.exitCode ?? exitCodeOf('interrupted')) : code;
  } finally {
    interrupts.release();
  }
};
