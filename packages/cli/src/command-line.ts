import { problemOf } from '@loadout/command';
import { isEngineCall } from './engine/is-engine-call.js';
import { errors } from './errors.js';
import { exitCodeOfError } from './exit-code.js';
import type { Io } from './io.js';
import { endProcess, processIo, watchEnd } from './process-io.js';
import { tellProblem } from './render/problem.js';
import { runCommand } from './run-command.js';
import { endOnSignals } from './signals/end-signals.js';
import { tellFailure } from './tell-failure.js';
import { watchFaults } from './watch-faults.js';

/** Runs the command line, from the arguments to the exit code of this process. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  const io = processIo();
  const ended = watchEnd(io);
  endOnSignals();
  const faults = watchFaults(io);
  const code = await exitCodeFor(argv, io);
  // All printed text has been taken, or is lost.
  await new Promise<void>((resolve) => io.frame('', () => resolve()));
  ended();
  if (io.lost !== undefined) tellProblem(problemOf(errors.OUTPUT_LOST({ problem: io.lost.message })), io);
  endProcess(io.lost === undefined && !faults.any ? code : 1);
}

/** An engine is loaded only when it is asked for: it speaks the protocol of another program. */
async function exitCodeFor(argv: readonly string[], io: Io): Promise<number> {
  try {
    if (isEngineCall(argv)) return await (await import('./engine/run-engine.js')).runEngine(argv, io);
    return await runCommand(argv, io);
  } catch (error) {
    await tellFailure(error, io);
    return exitCodeOfError(error);
  }
}
