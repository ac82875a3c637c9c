import { neededPackage, problemOf } from '@loadout/command';
import { errors } from './errors.js';
import { exitCodeOfError } from './exit-code.js';
import type { Io } from './io.js';
import { endProcess, processIo, watchEnd } from './process-io.js';
import { tellFailure, tellProblem } from './render/tell-failure.js';
import { runCommand } from './run-command.js';
import { shieldChildren } from './serve/shield-children.js';
import { endOnSignals } from './signals.js';

/** Runs a command, or the engine of the Agent SDKs, from the arguments to the exit code of this process. */
export async function runCommandLine(argv: readonly string[], { isEngine }: { readonly isEngine: boolean }): Promise<void> {
  const io = processIo();
  const ended = watchEnd(io);
  endOnSignals();
  const faults = watchFaults(io, ended);
  const code = await exitCodeOf(() => (isEngine ? runEngineCall(argv, io) : runCommand(argv, io)), io);
  await allTaken(io, code);
  ended();
  if (io.lost !== undefined) tellProblem(problemOf(errors.OUTPUT_LOST({ problem: io.lost.message })), io);
  endProcess(io.lost === undefined && !faults.any ? code : 1);
}

/** The time that a reader has to take the rest after a signal. */
const REST_MS = 1_000;

/** Settles when all printed text has been taken, or is lost. After a signal, a reader that takes nothing holds the end up no longer. */
const allTaken = (io: Io, code: number): Promise<void> =>
  new Promise((resolve) => {
    io.frame('', () => resolve());
    if (code > 128) setTimeout(resolve, REST_MS);
  });

async function exitCodeOf(command: () => Promise<number>, io: Io): Promise<number> {
  try {
    return await command();
  } catch (error) {
    await tellFailure(error, io);
    return exitCodeOfError(error);
  }
}

/** The engine is a package of its own, because it follows the protocol of another program. Throws PACKAGE_MISSING. */
async function runEngineCall(argv: readonly string[], io: Io): Promise<number> {
  const { runEngine } = await neededPackage('@loadout/sdk', {
    needs: 'loadout with the flags of an engine (--print, --input-format)',
    load: () => import('@loadout/sdk/wire'),
  });
  // Standard output carries the frames alone.
  shieldChildren();
  return runEngine(argv, io);
}

interface Faults {
  /** Whether there was one. The command then fails, whatever it returns. */
  readonly any: boolean;
}

/**
 * Listens for faults outside of any call, such as in the timer of a plugin. The first is told, and ends the command as a signal does: calls
 * are answered, and the session can be continued. A server has a listener of its own, and goes on.
 */
function watchFaults(io: Io, ended: () => void): Faults {
  const faults = { any: false };
  const onFault = async (kind: 'uncaughtException' | 'unhandledRejection', fault: unknown) => {
    if (faults.any || process.listenerCount(kind) > 1) return;
    faults.any = true;
    const message = fault instanceof Error ? fault.message : String(fault);
    await tellFailure(errors.PLUGIN_FAULT({ place: placeOf(fault), message }, { cause: fault }), io);
    if (process.listenerCount('SIGTERM') > 1) process.emit('SIGTERM', 'SIGTERM');
    else {
      ended();
      io.frame('', () => process.exit(1));
    }
  };
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(kind, (fault: unknown) => void onFault(kind, fault));
  return faults;
}

/** Returns the package, or else the file and line, at the top of a stack. `undefined` for a fault without a stack. */
function placeOf(fault: unknown): string | undefined {
  const stack = fault instanceof Error ? (fault.stack ?? '') : '';
  const place = /\(?(?:file:\/\/)?(\/[^\n()]+?:\d+):\d+\)?$/m.exec(stack)?.[1];
  return /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(place ?? '')?.[1] ?? place;
}
