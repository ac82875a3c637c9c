import { Console } from 'node:console';
import { errors } from './errors.js';
import { Io } from './io.js';
import { problemOf, tellProblem } from './render/problem.js';
import { dieOfHangUp } from './signals/exit-by-signal.js';
import { signalExitCode } from './signals/signal-exit-code.js';

/** This process's own streams. */
export function processIo(): Io {
  // What a plugin logs is no part of the answer.
  globalThis.console = new Console(process.stderr);
  const io = new Io({
    cwd: process.cwd(),
    env: process.env,
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
  });
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A pipe whose reader has gone, or a terminal that was closed.
    if (error.code === 'EPIPE' || error.code === 'EIO') io.close();
    else io.fail(error);
  });
  // Nobody reads what is told on the way: that stops nothing.
  process.stderr.on('error', () => {});
  return io;
}

/**
 * Until the command has come to its own end, an end without a failure is one: a plugin called `process.exit`, or waits for
 * what never comes. Gives back what ends the watch.
 */
export function watchEnd(io: Io): () => void {
  let waits = false;
  const onIdle = () => {
    waits = true;
  };
  const onExit = (code: number) => {
    if (code !== 0) return;
    process.exitCode = 1;
    tellProblem(problemOf(errors.ENDED_EARLY({ waits })), io);
  };
  process.once('beforeExit', onIdle).once('exit', onExit);
  return () => void process.off('beforeExit', onIdle).off('exit', onExit);
}

/** How long the process may take to end by itself once it has nothing more to say. */
const GRACE_MS = 10;

/** Settles once all that was printed has been taken, or never will be. */
export const printed = (): Promise<void> => new Promise((resolve) => process.stdout.write('', () => resolve()));

/** Ends with this code, in the order of things if nothing is left open, else a moment later. */
export function endProcess(code: number): void {
  process.exitCode = code;
  if (code === signalExitCode('SIGHUP')) dieOfHangUp(() => process.emit('exit', code));
  setTimeout(() => process.exit(), GRACE_MS).unref();
}
