import { isEngineCall } from './engine/is-engine-call.js';
import { exitCodeOfError } from './exit-code.js';
import type { Io } from './io.js';
import { endProcess, processIo, watchEnd } from './process-io.js';
import { tellFailure } from './tell-failure.js';

/** From the arguments to the exit code of this process. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  const io = processIo();
  const ended = watchEnd(io);
  const code = await exitCodeFor(argv, io);
  ended();
  endProcess(code);
}

/** An engine is started often, and by a program that waits: it loads nothing of the commands. */
async function exitCodeFor(argv: readonly string[], io: Io): Promise<number> {
  try {
    if (isEngineCall(argv)) return await (await import('./engine/run-engine.js')).runEngine(argv, io);
    return await (await import('./run-command.js')).runCommand(argv, io);
  } catch (error) {
    await tellFailure(error, io);
    return exitCodeOfError(error);
  }
}
