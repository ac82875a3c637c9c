import { Console } from 'node:console';
import { constants } from 'node:os';
import { dieOfHangUp, problemOf, signalExitCode } from '@loadout/command';
import { errors } from './errors.js';
import { Io } from './io.js';
import { tellProblem } from './render/tell-failure.js';

/** The streams of this process. From now on, nobody else writes to its standard output. */
export function processIo(): Io {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  // The log output of a plugin is not a part of an answer, and breaks a document (F20).
  globalThis.console = new Console(stderr);
  stdout.write = stderr.write.bind(stderr) as typeof write;
  stdout.end = ((text: unknown) => {
    if (typeof text === 'string' || text instanceof Uint8Array) stderr.write(text);
    return stdout;
  }) as typeof stdout.end;
  const io = new Io({
    cwd: process.cwd(),
    env: process.env,
    get stdin() {
      return process.stdin;
    },
    stdout: {
      write: (text, done) => write(text, done),
      get isTTY() {
        return stdout.isTTY;
      },
    },
    stderr,
  });
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of the pipe is gone, or the terminal was closed.
    if (error.code === 'EPIPE' || error.code === 'EIO') io.close();
    else io.fail(error);
  });
  // A lost reader of standard error stops nothing.
  stderr.on('error', () => {});
  return io;
}

const isOfSignal = (code: number): boolean => Object.values(constants.signals).some((signal) => code === 128 + signal);

/**
 * Watches for an early end: a plugin called `process.exit`, whose code would be read as one of the command's, or waits for an event
 * that never comes. Returns a function that ends the watch.
 */
export function watchEnd(io: Io): () => void {
  let waits = false;
  const onIdle = () => {
    waits = true;
  };
  const onExit = (code: number) => {
    if (isOfSignal(code)) return;
    process.exitCode = 1;
    tellProblem(problemOf(errors.ENDED_EARLY(waits ? {} : { code })), io);
  };
  process.once('beforeExit', onIdle).once('exit', onExit);
  return () => void process.off('beforeExit', onIdle).off('exit', onExit);
}

/** The time in which the process may end by itself after its last output. */
const GRACE_MS = 10;

/** Ends the process with this code: at once if nothing is open, otherwise a moment later. */
export function endProcess(code: number): void {
  process.exitCode = code;
  if (code === signalExitCode('SIGHUP')) dieOfHangUp(() => process.emit('exit', code));
  // Without this, Node frees each object before it ends, which takes some 5 ms.
  process.once('beforeExit', () => process.exit());
  setTimeout(() => process.exit(), GRACE_MS).unref();
}
